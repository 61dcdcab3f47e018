import { meaningOf } from '#contract/devices/deviceType'
import { readingText } from '#src/devices/itemName.ts'
import type { MarkerState } from './describeDevice.ts'

export interface MarkerWords {
  readonly on: string
  readonly off: string
  /** What a number of a type stands for: a key of `devices:says`. */
  readonly says: (meaning: string) => string
}

/** The line beside a marker: what is out of band, else its main value with unit, else how many of its switches are on, else nothing. */
export function markerText(state: MarkerState, words: MarkerWords, language: string): string {
  const written = (value: number, code: string, unit: string | null) => {
    const meaning = meaningOf(state.type, code, value)
    return meaning === null ? [readingText(value, code, language), unit].filter(Boolean).join(' ') : words.says(meaning)
  }
  const { wrong } = state
  // Beside a marker in alarm stands what is wrong; where that is not the reading that always stands there, it is named.
  if (wrong?.value != null && wrong.itemId !== state.mainId) return `${wrong.name} ${written(wrong.value, wrong.code, wrong.unit)}`
  if (state.value != null) return written(state.value, state.code, state.unit)
  if (state.power === 'none') return ''
  if (state.switchCount === 1) return state.power === 'on' ? words.on : words.off
  return `${state.switchesOn}/${state.switchCount} ${words.on}`
}
