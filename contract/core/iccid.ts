/** Whether it is the number of a SIM card (ITU-T E.118): 19 or 20 digits, 89 first, the last a check digit of those before it (Luhn). */
export function isIccid(text: string): boolean {
  if (!/^89\d{17,18}$/.test(text)) return false
  const sum = Array.from(text, Number)
    .toReversed()
    .reduce((all, digit, at) => all + (at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9), 0)
  return sum % 10 === 0
}
