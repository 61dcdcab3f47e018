import { foldedCode, tidied } from '#contract/core/alike'
import { itemFace, itemFaces } from '#contract/devices/itemCode'
import { useItemWords } from './useItemWords.ts'

const KNOWN = Object.keys(itemFaces)

/** The quantities that the product knows by their codes, found by code or name however either is written. */
export function useQuantities() {
  const nameOf = useItemWords()
  const labelOf = (code: string) => {
    const unit = itemFace(code)?.unit
    return unit == null ? nameOf(code) : `${nameOf(code)} (${unit})`
  }
  const wordsOf = (code: string) => [code, nameOf(code), labelOf(code)].map(foldedCode)
  return {
    codes: KNOWN,
    labelOf,
    /** Those whose code or name holds what is typed. */
    found: (codes: readonly string[], typed: string) => {
      const wanted = foldedCode(typed)
      return codes.filter((code) => wordsOf(code).some((word) => word.includes(wanted)))
    },
    /** The code of what is typed, which may have a number behind it; what the product does not know stays as it is. */
    codeOf: (typed: string): string => {
      const wanted = foldedCode(typed)
      const fitting = KNOWN.flatMap((code) => {
        const behind = wordsOf(code).flatMap((word) => (wanted.startsWith(word) ? wanted.slice(word.length) : []))
        return behind.filter((number) => /^\d*$/.test(number)).map((number) => code + number)
      })
      return fitting.find((code) => KNOWN.includes(code)) ?? fitting[0] ?? tidied(typed)
    },
  }
}
