/* What is said of an answer to a problem, without Python. A problem comes as
   `mlevalkit_book/live/problems.py` packs it: the right value of every step, the value that each
   mistake leads to, and what is right in later steps after a mistake. Nothing is computed here but
   how far an answer is off; what follows from a wrong value that no mistake explains is left open.
   Tested against the library (judging.py), which does follow it. */
"use strict";
(() => {
  const { Reader, fraction, oneUnit, isAtMost, distance, size, times, power10 } =
    window.problemAnswers;
  const RIGHT = "right";
  const FEW = "few_digits";
  const VAGUE = "vague";
  const EARLY = "rounded_early";
  const WRONG = "wrong";
  const LEVELS = [RIGHT, FEW, VAGUE, EARLY, WRONG];
  const UNANSWERED = "unanswered";
  const UNREADABLE = "unreadable";
  const CHECK_FIRST = "check_first";
  const fits = (level) => [RIGHT, FEW].includes(level);

  // -- comparing ----------------------------------------------------------------------------------

  const compareNumber = (given, value, { digits, asked }) => {
    const off = distance(given.value, value);
    if (isAtMost(off, times(size(value), power10(-9)))) return RIGHT;
    if (asked.whole || given.value[0] === 0n) return WRONG;
    const within = (places) => isAtMost(off, times(oneUnit(value, places), [1n, 2n]));
    const places = given.digits ?? digits;
    if (places < digits) {
      if (!within(places)) return WRONG;
      return places < digits - 1 ? VAGUE : FEW;
    }
    if (within(digits)) return RIGHT;
    const margin = times(times(size(value), [1n, 200n]), power10(3 - digits));
    return isAtMost(off, margin) && given.digits !== null ? EARLY : WRONG;
  };

  const compareNumbers = (given, values, step) => {
    if (given.length !== values.length) return WRONG;
    const levels = given.map((g, i) => LEVELS.indexOf(compareNumber(g, values[i], step)));
    return LEVELS[Math.max(...levels)];
  };

  const compareSame = (given, value) => (String(given) === String(value) ? RIGHT : WRONG);

  /* What is asked, with whether the value has thousands. */
  const askedFor = (step, values) => {
    const large = values.some((value) => isAtMost([1000n, 1n], size(value)));
    return { ...step.asked, large };
  };

  const FORMS = {
    Number: {
      read: (reader, answer, step, value) => reader.number(answer, askedFor(step, [value])),
      compare: compareNumber,
    },
    Numbers: {
      read: (reader, answer, step, values) =>
        reader.numbers(answer, values.length, askedFor(step, values)),
      compare: compareNumbers,
    },
    Interval: {
      read: (reader, answer, step, values) => reader.interval(answer, askedFor(step, values)),
      compare: compareNumbers,
    },
    Labels: {
      read: (reader, answer, { kind, among }) => {
        const found = reader.labels(answer, kind);
        return reader.outside(found, among) ? null : found;
      },
      compare: compareSame,
    },
    YesNo: {
      read: (reader, answer) => reader.decision(answer),
      compare: compareSame,
    },
    Choice: { read: (_, answer) => answer, compare: compareSame },
  };

  const unpacked = (value) => {
    if (Array.isArray(value)) return value.map(unpacked);
    if (value?.labels) return value.labels;
    return value?.number ? fraction(value.number) : value;
  };
  const unpackedAll = (values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, unpacked(value)]));

  // -- judging ------------------------------------------------------------------------------------

  /* One step with the answer to it. */
  class Step {
    constructor(packed, answer, reader) {
      Object.assign(this, packed);
      this.right = unpacked(packed.right);
      this.wrong = unpackedAll(packed.wrong);
      this.follows = unpackedAll(packed.follows);
      this.isLogical = ["YesNo", "Choice"].includes(packed.form);
      this.isBlank = answer.trim() === "";
      const mayBeLetter = ["Labels", "Choice"].includes(packed.form); // (a) may be an answer
      const text = mayBeLetter ? answer : reader.unnumbered(answer, packed.label);
      this.given = this.isBlank ? null : this.read(text, reader);
      this.outside =
        packed.among && reader.outside(reader.labels(answer, packed.kind), packed.among);
    }

    /* What the answer says; a mistake may give another number of values. */
    read(answer, reader) {
      const { read } = FORMS[this.form];
      for (const value of [this.right, ...Object.values(this.wrong)]) {
        const found = read(reader, answer, this, value);
        if (found !== null) return found;
      }
      return null;
    }

    level(value) {
      return FORMS[this.form].compare(this.given, value, this);
    }

    explainedBy(mistake) {
      return fits(this.level(this.wrong[mistake]));
    }

    /* The mistake in this step that explains the answer; a wrong option is one itself. */
    mistake() {
      if (this.form === "Choice") return this.given;
      const found = Object.keys(this.wrong).find((name) => this.explainedBy(name));
      if (found || this.form !== "Number") return found;
      const scaled = ([, factor]) => {
        const given = { ...this.given, value: times(this.given.value, fraction(factor)) };
        return fits(FORMS.Number.compare(given, this.right, this));
      };
      return Object.entries(this.units).find(scaled)?.[0];
    }
  }

  class Judge {
    constructor(problem, answers, words) {
      this.words = words;
      const reader = new Reader(words.grammar);
      this.steps = problem.steps.map((step) => new Step(step, answers[step.name] ?? "", reader));
      this.overSeveral = this.mistakesOverSeveral();
      this.verdicts = {};
    }

    /* The mistakes that explain the answers to several steps at once, by step. */
    mistakesOverSeveral() {
      const found = {};
      for (const mistake of new Set(this.steps.flatMap(({ wrong }) => Object.keys(wrong)))) {
        const steps = this.steps.filter(({ wrong, isBlank }) => mistake in wrong && !isBlank);
        const all = steps.every((step) => step.given !== null && step.explainedBy(mistake));
        if (steps.length > 1 && all) steps.forEach(({ name }) => (found[name] ??= mistake));
      }
      return found;
    }

    said(verdict, message, mistake) {
      return { verdict, mistake, message };
    }

    /* The steps from which one follows; those behind a step that was not answered. */
    sources(name) {
      const { needs } = this.steps.find((step) => step.name === name);
      const isOpen = (need) => [UNANSWERED, UNREADABLE].includes(this.verdicts[need].verdict);
      return needs.flatMap((need) => (isOpen(need) ? this.sources(need) : [need]));
    }

    /* Of the steps from which one follows: the wrong ones, and the mistake that explains them. */
    before(step) {
      const isOff = (name) => {
        const { isTrue, rough } = this.verdicts[name];
        return !isTrue && !(rough && step.isLogical);
      };
      const off = this.sources(step.name).filter(isOff);
      const mistakes = new Set(off.map((name) => this.verdicts[name].carries));
      const [mistake] = mistakes.size === 1 ? mistakes : [];
      return {
        off,
        mistake: this.steps.some(({ wrong }) => mistake in wrong) ? mistake : undefined,
      };
    }

    verdict(step, off, mistake) {
      const { words } = this;
      if (step.given === null) {
        if (step.isBlank) return this.said(UNANSWERED, words.blank);
        return this.said(UNREADABLE, this.unreadable(step));
      }
      const shared = this.overSeveral[step.name];
      if (shared) return this.said(WRONG, words.mistake, shared);
      return off.length ? this.after(step, off, mistake) : this.plain(step, step.right);
    }

    unreadable(step) {
      const { words } = this;
      if (step.outside) {
        const label = step.outside.toUpperCase();
        return words.no_such.replace("{label}", () => label).replace("{last}", step.last);
      }
      const isList = ["Numbers", "Interval"].includes(step.form);
      const text = isList ? words.unreadable_list : words.unreadable;
      return text.replace("{example}", step.example);
    }

    /* The verdict on a step after wrong ones. */
    after(step, off, mistake) {
      const known = mistake !== undefined;
      const expected = known ? (step.follows[mistake] ?? step.right) : step.right;
      const isSame = known && !(mistake in step.follows); // as without the mistake
      if (isSame || (known && (step.isLogical || step.level(expected) === RIGHT))) {
        return this.plain(step, expected);
      }
      const level = step.isLogical ? WRONG : step.level(step.right);
      const rough = off.every((name) => this.verdicts[name].rough);
      if (level === RIGHT || (rough && this.isSettled(step, level))) {
        return this.plain(step, step.right);
      }
      const first = this.steps.find(({ name }) => name === off[0]).label.trim();
      return this.said(CHECK_FIRST, this.words.check_first.replace("{label}", first));
    }

    /* Whether rounding before cannot change the verdict: near enough, or too far off. */
    isSettled(step, level) {
      if (step.form !== "Number") return false;
      const off = distance(step.given.value, step.right);
      return level !== WRONG || !isAtMost(off, times(size(step.right), [1n, 10n]));
    }

    /* The verdict on a step of which a value is right. */
    plain(step, value) {
      const { words } = this;
      const level = step.level(value);
      if (level === RIGHT) {
        const isOwn = step.level(step.right) !== RIGHT;
        return this.said(RIGHT, isOwn ? words.carried : words.right);
      }
      const names = Object.keys(step.wrong);
      const reversed = step.form === "YesNo" && names.length === 1 ? names[0] : undefined;
      const mistake = reversed ?? step.mistake();
      if (mistake) return this.said(WRONG, words.mistake, mistake);
      const message = words[level].replace("{n}", step.digits);
      return { ...this.said(level === VAGUE ? FEW : level, message), rough: level !== VAGUE };
    }

    all() {
      for (const step of this.steps) {
        const { off, mistake } = this.before(step);
        const found = this.verdict(step, off, mistake);
        const rough = found.rough && [FEW, EARLY].includes(found.verdict);
        const isTrue = step.given !== null && step.level(step.right) === RIGHT;
        const own = found.verdict === RIGHT ? mistake : undefined;
        const carries = off.length ? own : found.mistake; // what later steps are to follow
        const { name, label } = step;
        this.verdicts[name] = { ...found, rough, isTrue, carries, name, label };
      }
      return Object.values(this.verdicts);
    }
  }

  /* Return a verdict on each step that is asked; `answers` are texts by the names of the steps. */
  window.judgeProblem = (problem, answers, words) => new Judge(problem, answers, words).all();
})();
