/* What is said of an answer to a problem, without Python: the same as mlevalkit/exercises says
   (answers.py reads, forms.py compares, judging.py judges), and tested against it. A problem comes
   as `mlevalkit_book/live/problems.py` packs it. Numbers are exact fractions [numerator,
   denominator]; a root or a logarithm is taken to 14 digits, as there. */
"use strict";
(() => {
  const RIGHT = "right";
  const FEW = "few_digits";
  const VAGUE = "vague";
  const EARLY = "rounded_early";
  const WRONG = "wrong";
  const LEVELS = [RIGHT, FEW, VAGUE, EARLY, WRONG];

  // -- fractions ----------------------------------------------------------------------------------

  const abs = (n) => (n < 0n ? -n : n);
  const power = (n) => (n >= 0 ? [10n ** BigInt(n), 1n] : [1n, 10n ** BigInt(-n)]);
  const times = ([a, b], [c, d]) => [a * c, b * d];
  const distance = ([a, b], [c, d]) => [abs(a * d - c * b), b * d];
  const isAtMost = ([a, b], [c, d]) => a * d <= c * b;
  const size = ([a, b]) => [abs(a), b];
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);

  const reduced = ([a, b]) => {
    const common = divisor(abs(a), b);
    return [a / common, b / common];
  };

  /* "12", "-0.5", "2.9e-3" or "8/11", without spaces. */
  const fraction = (text) => {
    if (text.includes("/")) {
      const [a, b] = text.split("/");
      return [BigInt(a), BigInt(b)];
    }
    const [mantissa, exponent = "0"] = text.split("e");
    const [whole, decimals = ""] = mantissa.split(".");
    const digits = whole + decimals;
    const sign = digits.startsWith("-") ? -1n : 1n;
    const found = BigInt(digits.replace(/^[+-]/, "") || "0") * sign;
    return times([found, 1n], power(Number(exponent) - decimals.length));
  };

  // -- reading ------------------------------------------------------------------------------------

  const plain = (text) =>
    text.normalize("NFKC").toLowerCase().replaceAll("−", "-").replaceAll("、", ",").trim();

  const NUMBER = /^[+-]?(\d+\/0*[1-9]\d*|(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?)%?$/;
  const GROUPS = /^[+-]?\d{1,3}(,\d{3})+$/;

  /* A number as it was given, and how many digits were shown (null: all); null if it is none. */
  const readNumber = (answer, grouped) => {
    let text = plain(answer)
      .replace(/\s/g, "")
      .replace(/^.*[=≈]/, "");
    const commas = text.split(",").length - 1;
    if (GROUPS.test(text) && (grouped || commas > 1)) text = text.replaceAll(",", "");
    text = text.replaceAll(",", ".").replace(/[x×*·]10[\^*]*([+-]?\d+)$/, "e$1");
    if (!NUMBER.test(text)) return null;
    const bare = text.replace(/%$/, "");
    const value = times(fraction(bare), text.endsWith("%") ? [1n, 100n] : [1n, 1n]);
    const digits = bare.replace(/e.*|\D/g, "").replace(/^0+/, "").length;
    return { value: reduced(value), digits: bare.includes("/") ? null : digits };
  };

  const readNumbers = (answer, n, words) => {
    let text = plain(answer)
      .replace(/[[\](){}【】]/g, " ")
      .replace(/\s+%/g, "%");
    const to = `\\s*(?:${words.to.join("|")}|\\.\\.+|[~–—])\\s*|-|\\s-\\s`;
    text = text.replace(new RegExp(`(?<=[\\d%])(?:${to})(?=[\\d.])`, "g"), " ").trim();
    for (const separator of [/\s*[;\n]\s*|\s*,\s+|\s+/, /\s*[;,\n]\s*|\s+/, /\s*;\s*/]) {
      const parts = text.split(separator).filter(Boolean);
      const found = parts.map((part) => readNumber(part, false));
      if (found.length === n && !found.includes(null)) return found;
    }
    return null;
  };

  const label = (text) =>
    plain(text)
      .split(/\s*[-–—~]\s*/)
      .sort()
      .join("-");

  const readLabels = (answer, words) => {
    let text = plain(answer)
      .replace(/[[\](){}【】]/g, " ")
      .trim();
    if (!text || words.none.includes(text)) return [];
    text = text.replace(/\s*[-–—~]\s*/g, "-").replace(/^[ ,;。.]+|[ ,;。.]+$/g, "");
    const between = new RegExp(`\\s*(?:[,;]|${words.and.join("|")})\\s*|\\s+`);
    return [...new Set(text.split(between).map(label))].sort();
  };

  // -- comparing ----------------------------------------------------------------------------------

  /* One unit of the last of so many significant digits. */
  const unit = (value, places) => {
    const [a, b] = size(value);
    if (a === 0n) return [0n, 1n];
    let exponent = String(a).length - String(b).length;
    if (!isAtMost(power(exponent), [a, b])) exponent -= 1;
    return power(exponent - places + 1);
  };

  const compareNumber = (given, right, { digits, whole }) => {
    const value = reduced(right);
    const off = distance(given.value, value);
    if (isAtMost(off, times(size(value), power(-9)))) return RIGHT;
    if (whole || given.value[0] === 0n) return WRONG;
    const within = (places) => isAtMost(off, times(unit(value, places), [1n, 2n]));
    const places = given.digits ?? digits;
    if (places < digits) {
      if (!within(places)) return WRONG;
      return places < digits - 1 ? VAGUE : FEW;
    }
    if (within(digits)) return RIGHT;
    const margin = times(size(value), times([1n, 200n], power(3 - digits)));
    return isAtMost(off, margin) && given.digits !== null ? EARLY : WRONG;
  };

  const FORMS = {
    Number: {
      read: (answer, step) => readNumber(answer, isAtMost([1000n, 1n], size(step.right))),
      compare: compareNumber,
    },
    Numbers: {
      read: (answer, step, words) => readNumbers(answer, step.right.length, words),
      compare: (given, value, step) => {
        if (given.length !== value.length) return WRONG;
        const levels = given.map((g, i) => LEVELS.indexOf(compareNumber(g, value[i], step)));
        return LEVELS[Math.max(...levels)];
      },
    },
    Labels: {
      read: (answer, _, words) => readLabels(answer, words),
      compare: (given, value) => (String(given) === String(value) ? RIGHT : WRONG),
    },
    YesNo: {
      read: (answer) => answer === "true",
      compare: (given, value) => (given === value ? RIGHT : WRONG),
    },
    Choice: {
      read: (answer) => answer,
      compare: (given, value) => (given === value ? RIGHT : WRONG),
    },
  };

  // -- values that follow -------------------------------------------------------------------------

  /* A packed value: fractions are text that begins with a digit or a sign. */
  const unpacked = (value) => {
    if (Array.isArray(value)) return value.map(unpacked);
    if (value?.labels) return value.labels;
    return typeof value === "string" && /^-?\d/.test(value) ? fraction(value) : value;
  };
  const isFraction = (value) => Array.isArray(value) && typeof value[0] === "bigint";
  const isList = (value) => Array.isArray(value) && !isFraction(value);
  const float = (value) => (isFraction(value) ? Number(value[0]) / Number(value[1]) : value);

  const each = (operation, ...numbers) => {
    const n = numbers.find(isList)?.length;
    if (n === undefined) return operation(...numbers);
    const at = (i) => numbers.map((x) => (isList(x) ? x[i] : x));
    return Array.from({ length: n }, (_, i) => operation(...at(i)));
  };

  /* Exactly, as long as all numbers are fractions; a root or a logarithm is none. */
  const withFractions = (exact, rough) => (a, b) => {
    if (!isFraction(a) || !isFraction(b)) return rough(float(a), float(b));
    const found = exact(a, b);
    if (!found) return rough(float(a), float(b));
    return found[1] < 0n ? reduced([-found[0], -found[1]]) : reduced(found);
  };
  const withFloats =
    (rough) =>
    (...numbers) =>
      rough(...numbers.map(float));
  const isLess = (a, b) => (isFraction(a) && isFraction(b) ? !isAtMost(b, a) : float(a) < float(b));

  /* The pairs of A, B, C, ... whose values differ by more than a limit, or those that do not. */
  const pairs = (values, limit, are) =>
    values.flatMap((a, i) =>
      values.slice(i + 1).flatMap((b, j) => {
        const pair = label(`${"ABCDEFGH"[i]}-${"ABCDEFGH"[i + j + 1]}`);
        return isLess(limit, size(OPERATIONS["-"](a, b))) === are ? [pair] : [];
      }),
    );

  const raised = ([a, b], [n, d]) => d === 1n && n >= 0n && n < 100n && [a ** n, b ** n];
  const OPERATIONS = {
    "+": withFractions(
      ([a, b], [c, d]) => [a * d + c * b, b * d],
      (a, b) => a + b,
    ),
    "-": withFractions(
      ([a, b], [c, d]) => [a * d - c * b, b * d],
      (a, b) => a - b,
    ),
    "*": withFractions(times, (a, b) => a * b),
    "/": withFractions(
      ([a, b], [c, d]) => c && [a * d, b * c],
      (a, b) => a / b,
    ),
    "**": withFractions(raised, (a, b) => a ** b),
    ">": (a, b) => isLess(b, a),
    "<=": (a, b) => !isLess(b, a),
    abs: (a) => (isFraction(a) ? size(a) : Math.abs(a)),
    sqrt: withFloats(Math.sqrt),
    log: withFloats(Math.log),
    exp: withFloats(Math.exp),
    max: (...all) => all.reduce((a, b) => (isLess(a, b) ? b : a)),
    min: (...all) => all.reduce((a, b) => (isLess(b, a) ? b : a)),
  };

  const evaluated = (tree, known) => {
    if (typeof tree === "number") return fraction(String(tree));
    if (typeof tree === "string") return known[tree];
    const [name, ...inner] = tree;
    if (name === "text") return inner[0];
    const found = inner.map((part) => evaluated(part, known));
    if (name === "if") return found[0] ? found[1] : found[2];
    if (name === "sum") return found[0].reduce(OPERATIONS["+"]);
    if (name.endsWith("pairs")) return pairs(...found, name === "pairs").sort();
    return each(OPERATIONS[name], ...found);
  };

  const solved = (solver, known) => {
    if ("value" in solver) return unpacked(solver.value);
    const value = evaluated(solver.tree, known);
    if (typeof value !== "number") return value;
    return Number.isFinite(value) ? fraction(value.toPrecision(14)) : null;
  };

  /* The value of a step that follows from what is known, with one mistake if it is named; null if
     there is none. */
  const following = (problem, known, name, wrong) => {
    const values = { ...known };
    for (const step of problem.solve) {
      if (!(step.name in values)) {
        const value = solved(step.wrong[wrong] ?? step.right, values);
        if (value === null) return null;
        values[step.name] = value;
      }
      if (step.name === name) break;
    }
    return values[name];
  };

  // -- judging ------------------------------------------------------------------------------------

  const judgeStep = (problem, packed, known, answer, words) => {
    const step = { ...packed, right: unpacked(packed.right) };
    const { read, compare } = FORMS[step.form];
    const expected = following(problem, known, step.name);
    const isBlank = answer.trim() === "";
    /* A mistake may give another number of values. */
    const shapes = () => [
      step.right,
      ...step.shows.map((name) => following(problem, known, step.name, name)),
    ];
    const given = isBlank
      ? null
      : (shapes()
          .filter((right) => right !== null)
          .map((right) => read(answer, { ...step, right }, words.answers))
          .find((found) => found !== null) ?? null);
    const level = (value) => compare(given, value, step);

    const explains = (name) => {
      const wrong = following(problem, known, step.name, name);
      return wrong !== null && [RIGHT, FEW].includes(level(wrong));
    };
    const mistake = () => {
      if (step.form === "Choice") return given;
      const found = step.shows.find(explains);
      const isRate = step.form === "Number" && step.right[0] > 0n && isAtMost(step.right, [1n, 1n]);
      if (found || !isRate) return found;
      const hundredth = { ...given, value: times(given.value, [1n, 100n]) };
      return [RIGHT, FEW].includes(compare(hundredth, step.right, step))
        ? "percent_sign"
        : undefined;
    };

    const verdict = () => {
      if (given === null) {
        const unread = step.form === "Numbers" ? words.unreadable_list : words.unreadable;
        const text = isBlank ? words.blank : unread;
        return { verdict: "unanswered", message: text.replace("{example}", step.example) };
      }
      const isLogical = ["YesNo", "Choice"].includes(step.form) && expected !== null;
      const targets = isLogical ? [expected] : [step.right, expected];
      const best = Math.min(
        ...targets.filter((t) => t !== null).map((t) => LEVELS.indexOf(level(t))),
      );
      const found = LEVELS[best];
      const name = found === RIGHT ? undefined : mistake();
      if (name) return { verdict: WRONG, mistake: name, message: words.mistake };
      if (found === RIGHT && level(step.right) !== RIGHT) {
        return { verdict: RIGHT, message: words.carried };
      }
      const message = words[found].replace("{n}", step.digits);
      return { verdict: found === VAGUE ? FEW : found, message };
    };

    const carried = () => {
      if (given === null) return expected ?? step.right;
      if (level(step.right) === RIGHT) return step.right;
      if (step.form === "Numbers") return given.map((g) => g.value);
      return given.value ?? given;
    };
    return [verdict(), carried()];
  };

  /* Return a verdict on each step that is asked; `answers` are texts by the names of the steps. */
  window.judgeProblem = (problem, answers, words) => {
    const known = Object.fromEntries(
      Object.entries(problem.values).map(([name, value]) => [name, unpacked(value)]),
    );
    return problem.steps.map((step) => {
      const [verdict, own] = judgeStep(problem, step, known, answers[step.name] ?? "", words);
      known[step.name] = own;
      return { name: step.name, label: step.label, ...verdict };
    });
  };
})();
