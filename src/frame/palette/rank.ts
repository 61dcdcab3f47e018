import { unaccented } from '#contract/core/alike'

/**
 * How well a text fits what was typed: higher is better, null where it does not. Every typed letter must come in the text, in order;
 * letters that follow each other, and those that begin a word, weigh more. Words of the query may come in any order.
 */
export function fit(query: string, text: string): number | null {
  const target = unaccented(text)
  let sum = 0
  for (const word of unaccented(query).split(/\s+/).filter(Boolean)) {
    const points = fitWord(word, target)
    if (points == null) return null
    sum += points
  }
  return sum - target.length / 1000
}

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)

function fitWord(word: string, text: string): number | null {
  const whole = text.indexOf(word)
  if (whole >= 0) return 100 + (startsWord(text, whole) ? 50 : 0) + (whole === 0 ? 25 : 0)
  let points = 0
  let at = -1
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return null
    points += (next === at + 1 ? 3 : 0) + (startsWord(text, next) ? 4 : 0) + 1
    at = next
  }
  return points
}

/** The best `most` of what fits, best first; what fits alike keeps its order. With nothing typed the first ones. */
export function rank<One>(query: string, from: readonly One[], textOf: (one: One) => string, most: number): readonly One[] {
  if (query.trim() === '') return from.slice(0, most)
  return from
    .flatMap((one) => {
      const points = fit(query, textOf(one))
      return points == null ? [] : [{ one, points }]
    })
    .toSorted((one, other) => other.points - one.points)
    .slice(0, most)
    .map(({ one }) => one)
}
