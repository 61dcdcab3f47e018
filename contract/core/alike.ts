/** What no reader sees and nothing is written with: soft hyphens, zero width spaces, marks of direction, byte order marks. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** A text as it is kept: composed (NFC), without what nobody sees, and without blanks around it. Width and case stay as they were typed. */
export const tidied = (text: string): string => text.replaceAll(UNSEEN, '').normalize('NFC').trim()

/**
 * What a text is compared by wherever one is looked for, the same for every form of it: case, width, composed or not (NFKC), how it is spaced,
 * and all that Unicode calls ignorable. The server looks by patterns that come to the same (server/ground/database/containing.ts).
 */
export const folded = (text: string): string =>
  text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    // A capital at the end of a word becomes another small letter than one within.
    .replaceAll('ς', 'σ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The same without accents: where few are offered, `cafe` may mean `café`. */
export const unaccented = (text: string): string => folded(text).normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Whether one of the texts holds what is sought; nothing sought is held by every text. */
export const holds = (sought: string, ...texts: readonly (string | null | undefined)[]): boolean => {
  const wanted = folded(sought)
  return texts.some((text) => folded(text ?? '').includes(wanted))
}

/** What a code is compared by: `dissolved_oxygen`, `Dissolved Oxygen` and `dissolvedOxygen` are one. */
export const foldedCode = (code: string): string => folded(code).replaceAll(/[ _./-]/g, '')
