/* Reads answers as people write them: all of an answer, or nothing. The grammar is that of the
   library (mlevalkit/exercises/grammar.toml), and this file reads by it what answers.py reads; both
   are tested on the same written forms. Numbers are exact fractions [numerator, denominator]; a
   root is taken to 14 digits, as there. */
"use strict";
(() => {
  const LONGEST = 400; // characters of an answer
  const MOST_DIGITS = 10000; // of a power
  const OPEN = "([{";
  const CLOSE = ")]}";

  // -- fractions ----------------------------------------------------------------------------------

  const abs = (n) => (n < 0n ? -n : n);
  const divisor = (a, b) => (b ? divisor(b, a % b) : a);
  const ratio = (a, b) => {
    if (b === 0n) throw new Unreadable();
    const common = divisor(abs(a), abs(b)) * (b < 0n ? -1n : 1n);
    return [a / common, b / common];
  };
  const power10 = (n) => (n >= 0 ? [10n ** BigInt(n), 1n] : [1n, 10n ** BigInt(-n)]);
  const times = ([a, b], [c, d]) => ratio(a * c, b * d);
  const over = ([a, b], [c, d]) => ratio(a * d, b * c);
  const plus = ([a, b], [c, d]) => ratio(a * d + c * b, b * d);
  const negative = ([a, b]) => [-a, b];
  const size = ([a, b]) => [abs(a), b];
  const distance = (x, y) => size(plus(x, negative(y)));
  const isAtMost = ([a, b], [c, d]) => a * d <= c * b;
  const larger = (x, y) => (isAtMost(x, y) ? y : x);
  const isSame = ([a, b], [c, d]) => a === c && b === d;
  const float = ([a, b]) => Number(a) / Number(b);

  /* "12", "-0.5", "2.9e-3" or "8/11", without spaces. */
  const fraction = (text) => {
    if (text.includes("/")) {
      const [a, b] = text.split("/");
      return ratio(BigInt(a), BigInt(b));
    }
    const [mantissa, exponent = "0"] = text.split("e");
    const [whole, decimals = ""] = mantissa.split(".");
    const digits = whole + decimals;
    const sign = digits.startsWith("-") ? -1n : 1n;
    const found = BigInt(digits.replace(/^[+-]/, "") || "0") * sign;
    return times([found, 1n], power10(Number(exponent) - decimals.length));
  };

  /* A root as the decimal of 14 digits that it shows. */
  const shown = (number) => {
    if (!Number.isFinite(number)) throw new Unreadable();
    return fraction(number.toPrecision(14));
  };

  /* One unit of the last of so many significant digits. */
  const oneUnit = (value, places) => {
    const [a, b] = size(value);
    if (a === 0n) return [0n, 1n];
    let exponent = String(a).length - String(b).length;
    if (!isAtMost(power10(exponent), [a, b])) exponent -= 1;
    return power10(exponent - places + 1);
  };

  // -- the grammar --------------------------------------------------------------------------------

  class Unreadable extends Error {}

  class Grammar {
    constructor(data) {
      this.data = data;
      this.compiled = {};
    }

    /* A pattern of the grammar: at a place ("y"), from a place on ("g") or of the whole text. */
    pattern(text, flags = "") {
      return (this.compiled[`${flags} ${text}`] ??= new RegExp(this.filled(text), flags));
    }

    filled(text) {
      const found = text.replace(/\{([a-z]+)\}/g, (_, name) => this.data.part[name]);
      return found === text ? found : this.filled(found);
    }

    replaced(text, rules) {
      return rules.reduce(
        (now, [pattern, by]) => now.replace(this.pattern(pattern, "g"), by),
        text,
      );
    }

    plain(text) {
      const { first, then } = this.data.plain;
      const found = this.replaced(this.replaced(text, first).normalize("NFKC").toLowerCase(), then);
      return [...found].length > LONGEST ? "?" : found;
    }

    /* A plain text with the signs of calculations. */
    signs(text) {
      const { times: by, words } = this.data.number;
      return this.replaced(this.plain(text).replace(this.pattern(by, "g"), "*"), words);
    }
  }

  // -- a number -----------------------------------------------------------------------------------

  /* Reads a number, or a calculation with numbers, from left to right. */
  class Calculation {
    constructor(grammar, text, asked, sums) {
      this.grammar = grammar;
      this.rules = grammar.data.number;
      this.text = text;
      this.asked = asked;
      this.sums = sums; // whether + and - may stand outside brackets
      this.at = 0;
    }

    result() {
      const found = this.sum(true);
      this.take(" ");
      if (this.at < this.text.length) throw new Unreadable();
      return found;
    }

    /* Step over what a pattern takes here, after a blank. */
    take(pattern) {
      const sticky = this.grammar.pattern(` ?(?:${pattern})`, "y");
      sticky.lastIndex = this.at;
      const found = sticky.exec(this.text);
      if (found) this.at = sticky.lastIndex;
      return found;
    }

    sign(pattern) {
      return this.take(pattern)?.[0].trim();
    }

    sum(outside = false) {
      const first = this.sign("[+-]");
      let found = this.product();
      if (first === "-") found = { ...found, value: negative(found.value) };
      for (;;) {
        const taken = (this.sums || !outside) && this.take("[+-]");
        if (!taken) return found;
        const sign = taken[0].trim();
        const isOdd = taken[0] !== sign && this.text[this.at] !== " ";
        if (isOdd) throw new Unreadable(); // 0.5 -0.3: two numbers?
        const other = this.product();
        const bare = [found, other].filter((given) => !given.percent);
        const isMixed = bare.length === 1 && !isAtMost(size(bare[0].value), [1n, 1n]);
        if (isMixed) throw new Unreadable(); // 100 - 12.6%
        const value = sign === "+" ? other.value : negative(other.value);
        const percent = found.percent || other.percent;
        found = { value: plus(found.value, value), digits: null, percent };
      }
    }

    product() {
      const mixed = this.mixed();
      if (mixed) return mixed;
      let found = this.power();
      let divided = false;
      for (;;) {
        const sign = this.sign("[*/]");
        if (!sign) return found;
        const other = this.power();
        const isShare = isAtMost(size(found.value), [1n, 1n]);
        if (sign === "*" && isHundredPercent(other) && isShare) {
          return { ...found, percent: true }; // 3/4*100%
        }
        // 1/2*3, 3/4%: what is meant?
        if (divided || found.percent || other.percent) throw new Unreadable();
        divided = sign === "/";
        found = divided
          ? { value: over(found.value, other.value), digits: null, percent: false }
          : product(found, other);
      }
    }

    /* 4 1/4 is 17/4; nothing may be done with it but to add. */
    mixed() {
      const before = this.at;
      const found = this.take(this.rules.mixed);
      if (!found) return null;
      const [whole, a, b] = found.slice(1).map(BigInt);
      if (a === 0n || a >= b) {
        this.at = before;
        return null;
      }
      if (found[2].length === 3) throw new Unreadable(); // 1 600/700: thousands?
      return this.perCent({ value: plus([whole, 1n], ratio(a, b)), digits: null, percent: false });
    }

    perCent(given) {
      return this.take("%") ? hundredth(given) : given;
    }

    power() {
      const base = this.single();
      if (!this.take("\\^")) return base;
      const sign = this.sign("[+-]");
      const exponent = this.single();
      if (base.percent || exponent.percent) throw new Unreadable();
      const by = sign === "-" ? negative(exponent.value) : exponent.value;
      return { value: raised(base.value, by), digits: null, percent: false };
    }

    single() {
      const chosen = this.take(this.rules.choice);
      if (chosen) {
        const value = [choices(...chosen.slice(1).map(BigInt)), 1n];
        return { value, digits: null, percent: false };
      }
      if (this.take(this.rules.root)) {
        const inner = this.single();
        if (inner.value[0] < 0n || inner.percent) throw new Unreadable();
        return { value: shown(Math.sqrt(float(inner.value))), digits: null, percent: false };
      }
      if (this.take("\\|")) {
        const inner = this.sum();
        if (!this.take("\\|")) throw new Unreadable();
        return { ...inner, value: size(inner.value) };
      }
      const open = this.sign("[(\\[{]");
      if (!open) return this.perCent(this.literal());
      const inner = this.sum();
      if (!this.take(`\\${CLOSE[OPEN.indexOf(open)]}`)) throw new Unreadable();
      return inner.percent ? inner : this.perCent(inner);
    }

    literal() {
      for (const [kind, pattern] of this.rules.literals) {
        const text = this.take(pattern)?.[0].trim();
        if (text !== undefined) return literal(text, this.meaning(kind, text));
      }
      throw new Unreadable();
    }

    /* What a comma or point before three digits is, by what is asked. */
    meaning(kind, text) {
      if (!["comma", "point"].includes(kind)) return kind;
      const { whole, large } = this.asked;
      const zeros = text.endsWith("000");
      const isPoint = kind === "point";
      let known = "decimal";
      if (this.text.replace(/^[ +\-%()[\]{}]+|[ +\-%()[\]{}]+$/g, "") !== text) {
        const scientific = / ?\* ?10 ?\^/y; // part of a calculation
        scientific.lastIndex = this.at;
        known = isPoint || scientific.test(this.text) ? "decimal" : null;
      } else if (large) {
        const ofPoint = whole && !zeros ? "points" : null;
        known = isPoint ? ofPoint : "thousands";
      } else if (!isPoint && whole) {
        known = zeros ? null : "thousands";
      }
      if (known === null) throw new Unreadable();
      return known;
    }
  }

  const literal = (given, meaning) => {
    let text = given;
    if (meaning === "thousands") text = text.replace(/[ _,]/g, "");
    if (meaning === "points") text = text.replace(/[ .]/g, "");
    text = text.replace(/,/g, ".");
    const digits = text.replace(/e.*|\D/g, "").replace(/^0+/, "").length;
    return { value: fraction(text), digits, percent: false };
  };

  const hundredth = ({ value, digits }) => ({
    value: times(value, [1n, 100n]),
    digits,
    percent: true,
  });

  const isHundredPercent = ({ value, percent }) => percent && isSame(value, [1n, 1n]);
  const isPowerOfTen = (value) => value[0] > 0n && isSame(value, oneUnit(value, 1));

  /* A power of ten leaves the other's digits as they are. */
  const product = (a, b) => ({
    value: times(a.value, b.value),
    digits: (isPowerOfTen(b.value) ? a.digits : null) ?? (isPowerOfTen(a.value) ? b.digits : null),
    percent: false,
  });

  /* In how many ways k of n can be chosen. */
  const choices = (n, k) => {
    if (k > n) throw new Unreadable();
    let found = 1n;
    for (let i = 1n; i <= k; i += 1n) found = (found * (n - k + i)) / i;
    return found;
  };

  const raised = (base, exponent) => {
    if (exponent[1] > 1n) {
      if (base[0] < 0n) throw new Unreadable();
      return shown(float(base) ** float(exponent));
    }
    const digits = Math.max(String(base[0]).replace("-", "").length, String(base[1]).length);
    if (abs(exponent[0]) * BigInt(digits) > MOST_DIGITS) throw new Unreadable();
    const n = abs(exponent[0]);
    const found = [base[0] ** n, base[1] ** n];
    return exponent[0] < 0n ? ratio(found[1], found[0]) : found;
  };

  // -- brackets -----------------------------------------------------------------------------------

  /* How deep in brackets each character leaves us; null if they do not match. */
  const depthsOf = (text) => {
    const stack = [];
    const found = [];
    for (const c of text.split("")) {
      if (OPEN.includes(c)) stack.push(CLOSE[OPEN.indexOf(c)]);
      else if (CLOSE.includes(c) && stack.pop() !== c) return null;
      found.push(stack.length);
    }
    return stack.length ? null : found;
  };

  /* A text without the brackets around all of it; null if brackets do not match. */
  const inside = (given) => {
    let text = given;
    let depths = depthsOf(text);
    if (!depths) return null;
    while (text && OPEN.includes(text[0]) && !depths.slice(0, -1).includes(0)) {
      text = text.slice(1, -1).trim();
      depths = depthsOf(text);
    }
    return text;
  };

  // -- reading ------------------------------------------------------------------------------------

  const SEQUENCES = {
    number: [["number", "separator"]],
    letter: [
      ["letter", "separator"],
      ["letters_glued", null],
    ],
    pair: [
      ["pair", "separator"],
      ["pair_and", "pair_and_separator"],
      ["pair_comma", "pair_comma_separator"],
    ],
  };

  class Reader {
    constructor(data) {
      this.data = data;
      this.grammar = new Grammar(data);
    }

    pattern(section, name, flags) {
      return this.grammar.pattern(this.data[section][name], flags);
    }

    amount(text, asked, sums = false) {
      const unit = asked.unit !== "percent" && this.data.units[asked.unit];
      const bare = unit ? text.replace(this.grammar.pattern(unit), "") : text;
      const last = bare.replace(this.pattern("number", "counters"), "").trim();
      if (this.pattern("number", "lost_exponent").test(last)) return null; // 5*10-3
      try {
        const found = new Calculation(this.grammar, last, asked, sums).result();
        const isRange = found.value[0] < 0n && this.pattern("number", "range").test(last); // 0.7-0.8
        return isRange ? null : found;
      } catch (error) {
        if (error instanceof Unreadable) return null;
        throw error;
      }
    }

    inUnit(given, asked) {
      const isPercent = asked.unit === "percent" && given.percent;
      return isPercent ? { ...given, value: times(given.value, [100n, 1n]) } : given;
    }

    /* The names that may stand before an answer, in small letters. */
    names(asked) {
      const { names } = this.data;
      return [...names.any, asked.name.toLowerCase(), ...(names[asked.name] ?? [])];
    }

    /* Whether a text is a name of what is asked, or two: "precision P". */
    isName(text, asked) {
      const bare = (name) => name.toLowerCase().replace(/^the |[ _^(){}|*\\]/g, "");
      const known = this.names(asked).map(bare);
      return known.some((first) => known.some((second) => bare(text) === first + second));
    }

    /* What stands after a name without a sign of equality, as in "P 0.75". */
    afterName(text, asked) {
      const isApart = (name) => {
        const rest = text.slice(name.length);
        return text.startsWith(name) && (/^[ ([{]/.test(rest) || (rest && name.at(-1) > "\x7f"));
      };
      const [name = ""] = this.names(asked)
        .filter((one) => one && isApart(one))
        .sort((a, b) => b.length - a.length);
      return text.slice(name.length).trim();
    }

    /* Whether a side of an equation is the last one, as far as both are rounded; of one digit no
       half is rounded up: 3/4 is not 0.8. */
    agree(side, last, asked) {
      if (asked.unit === "percent" && side.percent && !last.percent) return false;
      const off = distance(side.value, last.value);
      const isSameValue = isAtMost(off, times(size(last.value), power10(-9)));
      if (isSameValue || asked.whole) return isSameValue; // 0.59 = 0.5948, but not 43 = 42
      const shown = [side, last].filter(({ digits }) => digits);
      const units = shown.map(({ value, digits }) => oneUnit(value, digits));
      const half = times(units.reduce(larger, [0n, 1n]), [1n, 2n]);
      const isHalf = isSame(off, half) && shown.every(({ digits }) => digits !== 1);
      return isHalf || !isAtMost(half, off);
    }

    /* A number, or one with the same number behind it in brackets: "1/3 (0.333)". */
    number(given, asked) {
      const text = this.grammar.signs(given);
      const found = this.equation(text, asked);
      const twice = text.match(this.pattern("number", "twice"));
      if (found || !twice || twice[1] === twice[2]) return found; // 0.5 (0.5): a product?
      return this.equation(`${twice[1]} = ${twice[2]}`, asked);
    }

    /* "P = 69/116 = 0.595": the asked name, and sides that agree; the last one counts. */
    equation(text, asked) {
      const [first, ...more] = text.split(this.pattern("part", "equals")).map((s) => s.trim());
      const formula = this.pattern("number", "formula");
      const isNumber = (side, i) => !formula.test(side) || i === more.length - 1;
      const isNamed = more.length && this.isName(first, asked);
      const sides = isNamed ? more.filter(isNumber) : [this.afterName(first, asked), ...more];
      const found = sides.map((side) => this.amount(side, asked, true));
      const given = found.at(-1);
      const fits = given && found.every((side) => side && this.agree(side, given, asked));
      return fits ? this.inUnit(given, asked) : null;
    }

    // -- several numbers --------------------------------------------------------------------------

    numbers(text, n, asked) {
      return this.only(this.lists(this.grammar.signs(text), n, asked));
    }

    interval(text, asked) {
      const signs = this.grammar.signs(text);
      const unnamed = this.unnamed(signs, asked);
      const rows = [...this.lists(signs, 2, asked), ...this.intervals(unnamed, asked)];
      return this.only(rows.filter(([low, high]) => isAtMost(low.value, high.value)));
    }

    /* What all readings agree in; null if there is none, or if they differ. */
    only(readings) {
      const values = readings.map((row) => row.map(({ value }) => value.join("/")).join());
      return new Set(values).size === 1 ? readings[0] : null;
    }

    unnamed(text, asked) {
      const found = text.match(this.grammar.pattern("^(.*?) ?{member} ?(.*)$"));
      const isNamed = found && this.isName(found[1].trim(), asked);
      return isNamed ? found[2] : this.afterName(text, asked);
    }

    lists(given, n, asked) {
      const text = this.unnamed(given, asked);
      const bare = text.replace(/ *%$/, "");
      const shared = bare !== text && CLOSE.includes(bare.at(-1) ?? " ");
      const groups = this.groups(shared ? bare : text);
      if (!groups || n % groups.length) return [];
      const ways = groups.map((group) => this.rows(group, n / groups.length, asked));
      if (groups.length > 1 && !ways.every((way) => this.only(way))) return [];
      const rows = groups.length === 1 ? ways[0] : [ways.flatMap((way) => way[0])];
      return rows
        .filter((row) => !(shared && row.some(({ percent }) => percent)))
        .map((row) => row.map((g) => this.inUnit(shared ? hundredth(g) : g, asked)));
    }

    /* What stands in brackets, group by group; the text itself if it has none. */
    groups(given) {
      const text = inside(given);
      if (text === null) return null;
      const depths = depthsOf(text);
      if (!depths.includes(0) || !depths.some((depth) => depth > 0)) return [text];
      const found = [];
      const rest = [""];
      let start = 0;
      text.split("").forEach((c, i) => {
        if (OPEN.includes(c) && depths[i] === 1) start = i + 1;
        else if (CLOSE.includes(c) && depths[i] === 0) {
          found.push(text.slice(start, i));
          rest.push("");
        } else if (depths[i] === 0) rest[rest.length - 1] += c;
      });
      const between = this.grammar.pattern(`^(?:${this.data.numbers.between})$`);
      return rest.every((part) => between.test(part)) ? found : [text];
    }

    rows(text, n, asked) {
      return this.data.numbers.separators.flatMap((separator) => {
        const parts = text.split(this.grammar.pattern(separator));
        if (parts.length !== n) return [];
        const found = parts.map((part, i) => this.amount(this.unlabelled(part, i), asked));
        const row = found.includes(null) ? null : this.withPercent(found, asked);
        return row ? [row] : [];
      });
    }

    /* A number without "P_A = " before it, if that is its place. */
    unlabelled(part, i) {
      const found = part.match(this.pattern("numbers", "of_one"));
      const isPlace = found && ["abcdefgh"[i], String(i + 1)].includes(found[1] || found[2]);
      return isPlace ? part.slice(found[0].length) : part;
    }

    /* Numbers of which some have a per cent sign; null if it is unclear what the others are.
       The sign of the last is that of all if they are larger than 1; 0 and 1 need none. */
    withPercent(row, asked) {
      const one = [1n, 1n];
      const bare = row.filter(({ percent }) => !percent).map(({ value }) => size(value));
      const clear = [0, row.length].includes(bare.length) || asked.unit === "percent";
      if (clear || bare.every((value) => value[0] === 0n || isSame(value, one))) return row;
      const others = row.slice(0, -1);
      const last = row.at(-1);
      const alone = last.percent && bare.length === others.length;
      const shared = alone && !bare.some((value) => isAtMost(value, one));
      return shared ? [...others.map(hundredth), last] : null;
    }

    intervals(given, asked) {
      const shared = given.match(/^[([{](.*)[)\]}] ?(%?)$/);
      const text = shared ? shared[1] + shared[2] : given;
      const pairs = ["within", "ends"]
        .map((name) => text.match(this.pattern("numbers", name)))
        .filter(Boolean)
        .map((found) => [found[1], found[2]]);
      const inner = text
        .replace(this.pattern("numbers", "range_start"), "")
        .replace(this.pattern("numbers", "range_end"), "");
      for (const joint of inner.matchAll(this.pattern("part", "to", "g"))) {
        pairs.push([inner.slice(0, joint.index), inner.slice(joint.index + joint[0].length)]);
      }
      const rows = pairs.map((ends) => this.pair(ends, asked)).filter(Boolean);
      const around = text.match(this.pattern("numbers", "around"));
      const row = around && this.pair([around[1], around[2]], asked);
      if (row) rows.push(this.around(...row));
      return rows.map((ends) => ends.map((g) => this.inUnit(g, asked)));
    }

    /* Two numbers; one per cent sign after the second is that of both. */
    pair(texts, asked) {
      const found = texts.map((text) => this.amount(text.trim(), asked));
      return found.includes(null) ? null : this.withPercent(found, asked);
    }

    /* The ends of middle ± half, with the decimals of the one that has more. */
    around(middle, half) {
      const ends = [plus(middle.value, negative(half.value)), plus(middle.value, half.value)];
      const { percent } = middle;
      if (!middle.digits || !half.digits) {
        return ends.map((value) => ({ value, digits: null, percent }));
      }
      const units = [middle, half].map(({ value, digits }) => oneUnit(value, digits));
      const last = isAtMost(...units) ? units[0] : units[1];
      const places = (value) => {
        const [a, b] = over(size(value), last);
        return value[0] ? String(a / b).length : 1;
      };
      return ends.map((value) => ({ value, digits: places(value), percent }));
    }

    // -- sets, decisions --------------------------------------------------------------------------

    /* The labels of a set, sorted; null if it is none. */
    labels(given, kind) {
      const rules = this.data.labels;
      const text = this.grammar.plain(given);
      if (rules.none.includes(text)) return [];
      let inner = inside(text);
      if (inner === null) return null;
      for (;;) {
        const shorter = inner.replace(this.pattern("labels", "before"), "");
        if (shorter === inner) break;
        inner = shorter.trim();
      }
      inner = inside(inner.replace(this.pattern("labels", "after"), "").trim()) ?? "";
      if (rules.none.includes(inner)) return [];
      const texts = kind === "pair" ? [...new Set([inner, text])] : [inner];
      const found = texts.flatMap((one) =>
        SEQUENCES[kind].map((rule) => this.sequence(one, ...rule)).filter(Boolean),
      );
      const sets = found.map((items) => items.sort());
      return new Set(sets.map(String)).size === 1 ? sets[0] : null;
    }

    /* The first label in a set that is not among the first n. */
    outside(found, n) {
      const place = (part) => Number(part) || part.charCodeAt(0) - 96 || NaN;
      const parts = (found ?? []).flatMap((name) => name.split("-")).sort();
      return n && parts.find((part) => !(place(part) >= 1 && place(part) <= n));
    }

    /* An answer without the number of its question before it, such as "(a) ". */
    unnumbered(answer, number) {
      const letter = number.replace(/[() ]/g, "");
      const pattern = this.data.part.question.replace("{letter}", letter);
      return letter ? answer.replace(this.grammar.pattern(pattern), "") : answer;
    }

    sequence(text, item, separator) {
      const found = [];
      let at = 0;
      const take = (name) => {
        const sticky = this.pattern("labels", name, "y");
        sticky.lastIndex = at;
        const one = sticky.exec(text);
        if (one) at = sticky.lastIndex;
        return one;
      };
      for (;;) {
        const one = take(item);
        if (!one) return null;
        const parts = one.slice(1).filter(Boolean).sort();
        if (new Set(parts).size < parts.length) return null; // A-A
        found.push(parts.join("-"));
        if (at === text.length) return new Set(found).size === found.length ? found : null;
        if (separator && !take(separator)) return null;
      }
    }

    /* Whether an answer says yes or no; null if neither. */
    decision(given) {
      const text = this.grammar.plain(given);
      const whole = this.phrase(text);
      if (whole !== null) return whole;
      const parts = text.split(this.pattern("decision", "between")).map((part) => part.trim());
      const found = new Set(parts.filter(Boolean).map((part) => this.phrase(part)));
      return found.size === 1 ? [...found][0] : null;
    }

    phrase(text) {
      const rules = this.data.decision;
      const says = (phrase) => this.grammar.pattern(`^(?:${phrase})$`).test(text);
      if (rules.no.some(says)) return false;
      return rules.yes.some(says) ? true : null;
    }
  }

  window.problemAnswers = {
    Reader,
    fraction,
    oneUnit,
    isAtMost,
    distance,
    size,
    times,
    power10,
  };
})();
