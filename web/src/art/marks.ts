// Small drawings of the table itself.
import { around, circle, path, petal } from "./pen";

const STITCH = { fill: "none", stroke: "currentColor", "stroke-width": 0.9 };

/** The flower that is stitched into the cloth. */
export const STITCHING =
  around(20, path(petal(70, 97, 15, 0.6, 0.2), STITCH)) +
  around(20, path(petal(47, 76, 13, 0.6, 0.2), STITCH), 0.5) +
  circle(100, 100, 46, STITCH) +
  circle(100, 100, 43, { ...STITCH, "stroke-dasharray": "1.5 3" });

/** The mark of a success: a filled flower. */
export const SUCCESS = around(6, path(petal(28, 99, 72, 0.6, 0.1), {})) + circle(100, 100, 20, {});
