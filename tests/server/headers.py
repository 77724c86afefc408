"""The security headers, spelled out so that tests notice a missing one."""

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
        " img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self';"
        " worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "calavera",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
