const LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Whether a text is a unified social credit code (GB 32100-2015): 18 letters, the last of which checks the others. */
export function isCreditCode(given: string): boolean {
  const values = Array.from(given, (letter) => LETTERS.indexOf(letter))
  if (values.length !== 18 || values.includes(-1)) return false
  let [sum, weight] = [0, 1]
  for (const value of values.slice(0, -1)) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return values[17] === (31 - (sum % 31)) % 31
}
