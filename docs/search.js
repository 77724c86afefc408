// How the site's search ranks pages: Sphinx's own figures, the rules first, decisions last.
var Scorer = {
  score: ([page, , , , score]) =>
    score + (page === "rules" ? 10 : 0) - (page.startsWith("decisions/") || page === "changelog" ? 10 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
