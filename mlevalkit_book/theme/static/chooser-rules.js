/* The five questions of `decisions`: what the answers lead to, by the rules that the page holds.
   These functions know no page; what a click does stands in chooser.js. */
"use strict";
window.bookChooser = (() => {
  const KINDS = ["measure", "split", "test", "claim"];
  const TABLES = ["one_test_set", "two_test_sets"]; // data with a column for each prediction

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
      found[kind] = kind === "test" && rule.pairs ? onPairs(data, rule, known) : rule;
      if (rule.gives) known.compared = rule.gives;
    }
    return found;
  };

  /* Of three models each pair has the test for two, and its code comes first. */
  const onPairs = (data, rule, facts) => {
    const two = data.rules.test.find((one) => holds(one.if, { ...facts, models: 2 }));
    return { ...rule, take: two.take, code: [...two.code, ...rule.code] };
  };

  const uses = (name, line) => new RegExp(String.raw`(?<![\w.])${name}\b`).test(line);
  const given = (line) => /^([\w, ]+) = /.exec(line)?.[1].split(", ") ?? [];
  const text = (line) => line.replace(/^[\w, ]+ = /, "");

  /* The lines of the rules, those left out that need what is not there. */
  const lines = (facts, { measure, split, test, claim }) => {
    const models = facts.models ?? 1;
    let found = [...(split?.code ?? [])];
    if (TABLES.includes(facts.data)) {
      found.push(...measure.code);
      if (models === 2) found.push(...measure.code.map((line) => second(line, facts)));
    }
    found.push(...(test?.code ?? []), ...(claim?.code ?? []));
    if (facts.have === "labels") found = found.filter((line) => !uses("y_score\\w*", line));
    if (models === 1) found = found.filter((line) => !uses("\\w+_b", line));
    const places = { pair: measure.pair, scoring: measure.scoring };
    places.column = facts.n_classes === 3 ? "" : "[:, 1]";
    const own = /\{(pair|scoring|column)\}/g;
    found = found.map((line) => line.replaceAll(own, (_, key) => places[key]));
    found = withoutLacking(found);
    return found.filter((line, i) => !given(line).length || isUsed(line, found.slice(i + 1)));
  };

  /* Not every test has a result to go on with, nor every measure an interval. */
  const withoutLacking = (all) => {
    const defined = new Set();
    return all.filter((line) => {
      const lacks = ["test", "pvalues", "interval_b"].some(
        (name) => uses(name, text(line)) && !defined.has(name),
      );
      if (!lacks) given(line).forEach((name) => defined.add(name));
      return !lacks;
    });
  };

  const isUsed = (line, later) =>
    given(line).some((name) => later.some((other) => uses(name, text(other))));

  /* The same for the second model, and on its own test set where it has one. */
  const second = (line, { data }) =>
    line
      .replaceAll(/\b(y_pred|y_score|interval)\b/g, "$1_b")
      .replaceAll(/\by_true\b/g, data === "two_test_sets" ? "y_true_b" : "y_true");

  /* What must be read before: the definitions that these lines use, and what those use. */
  const definitions = (data, facts, body) => {
    const wanted = [];
    for (const definition of [...data.definitions].reverse()) {
      const { name } = definition;
      const used = body.findIndex((line) => uses(name, text(line)));
      const set = body.findIndex((line) => given(line).includes(name));
      const early = used >= 0 && (set < 0 || set >= used);
      if (early || (set < 0 && wanted.some((line) => uses(name, text(line)))))
        wanted.unshift(`${name} = ${meaning(definition, facts)}`);
    }
    return wanted;
  };

  const meaning = ({ name, code, numbers, label }, { predicted, data, n_classes }) => {
    let value = (predicted === "numbers" && numbers) || code;
    if (data === "two_test_sets" && name.endsWith("_b"))
      value = value.replace(/^table\b/, "table_b");
    if (label && n_classes === 2) value = `(${value} == {positive}).astype(int)`;
    if (name.startsWith("y_score") && n_classes === 3) value = `${value}.to_numpy()`;
    return value;
  };

  const quoted = (value, facts, key) => {
    if (key === "positive" && /^-?\d+$/.test(value)) return value;
    if (key.startsWith("score") && facts.n_classes === 3)
      return JSON.stringify(value.split(",").map((part) => part.trim()));
    return JSON.stringify(value);
  };

  /* The code, with the names of the reader's columns; and which of the names it uses. */
  const code = (data, facts, found, names) => {
    const body = lines(facts, found);
    const before = definitions(data, facts, body);
    const own = /\{(\w+)\}/g;
    const used = new Set();
    for (const line of [...before, ...body])
      for (const [, name] of line.matchAll(own)) used.add(name);
    const shown = body.map((line) =>
      given(line).length || line.startsWith("mk.plots.") ? line : `print(${line})`,
    );
    const filled = [...before, ...shown].map((line) =>
      line.replaceAll(own, (_, key) => quoted(names[key], facts, key)),
    );
    const imports = Object.entries(data.imports).filter(([name]) =>
      filled.some((line) => uses(name, line)),
    );
    return { used, text: [...imports.map(([, line]) => line), "", ...filled].join("\n") };
  };

  const paper = (data, found) => KINDS.flatMap((kind) => found[kind]?.paper ?? []).join(data.join);

  return { read, choose, code, paper, KINDS };
})();
