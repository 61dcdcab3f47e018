/**
 * Full-width letters, digits, signs and spaces as the half-width ones that they stand for. Unlike the forms of Unicode (NFKC) it leaves all else:
 * `10²` does not become 102.
 */
export const halfWidth = (text: string): string =>
  text.replaceAll(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('　', ' ')
