/* The six questions of `decisions`: what the answers lead to, by the rules that the page holds. The
   code of each way is made when the book is built; here only the reader's columns are put into it.
   These functions know no page; what a click does stands in chooser.js. */
"use strict";
window.bookChooser = (() => {
  const KINDS = ["measure", "split", "test", "claim"];

  const holds = (conditions, facts) =>
    Object.entries(conditions).every(([name, wanted]) => [wanted].flat().includes(facts[name]));

  /* What is known from the answers, question by question; `offered` are the answers to choose. */
  const read = (data, answers) => {
    const facts = {};
    const kept = {};
    const offered = {};
    for (const [question, choices] of Object.entries(data.questions)) {
      offered[question] = Object.keys(choices).filter((key) => holds(choices[key].if, facts));
      if (!offered[question].includes(answers[question])) continue;
      kept[question] = answers[question];
      Object.assign(facts, choices[answers[question]].sets);
    }
    return { facts, answers: kept, offered };
  };

  /* The rule of each kind that holds first, once the questions that it needs are answered. */
  const choose = (data, { facts, answers }) => {
    const known = { ...facts };
    const found = {};
    for (const kind of KINDS) {
      if (!data.needs[kind].every((question) => question in answers)) continue;
      if (kind === "test" && known.claim === "estimate") continue;
      const rule = data.rules[kind].find((one) => holds(one.if, known));
      if (!rule) continue;
      found[kind] = rule.pairs ? { ...rule, take: forTwo(data, known).take } : rule;
      if (kind === "measure")
        Object.assign(known, { compared: rule.gives, interval: rule.interval });
    }
    return found;
  };

  /* Of three models each pair has the test for two. */
  const forTwo = (data, facts) =>
    data.rules.test.find((one) => holds(one.if, { ...facts, models: 2 }));

  const quoted = (value, facts, key) => {
    if (key === "positive" && /^-?\d+$/.test(value)) return value;
    if (key.startsWith("score") && facts.n_classes === 3)
      return JSON.stringify(value.split(",").map((part) => part.trim()));
    return JSON.stringify(value);
  };

  /* What is kept for these answers: the number of their code, and that of their paragraph. */
  const way = (data, answers) => {
    const places = Object.entries(data.questions).map(([name, choices]) =>
      Object.keys(choices).indexOf(answers[name]),
    );
    return data.ways[places.join("")];
  };

  const linesOf = (data, numbers) => numbers.map((number) => data.lines[number]);

  /* The code of these answers, with the names of the reader's columns; and which of them it uses. */
  const code = (data, { facts, answers }, names) => {
    const all = linesOf(data, data.codes[way(data, answers)[0]]).join("\n");
    const used = new Set();
    const text = all.replaceAll(/\{(\w+)\}/g, (_, key) => {
      used.add(key);
      return quoted(names[key], facts, key);
    });
    return { used, text };
  };

  const paper = (data, { answers }) =>
    linesOf(data, data.papers[way(data, answers)[1]]).join(data.join);

  return { read, choose, code, paper, KINDS };
})();
