import { formatValue } from '#src/charts/formatValue.ts'
import type { MarkerState } from './describeDevice.ts'

export interface MarkerWords {
  readonly on: string
  readonly off: string
}

/** The line beside a marker: what is out of band, else its main value with unit, else how many of its switches are on, else nothing. */
export function markerText(state: MarkerState, words: MarkerWords, language: string): string {
  const written = (value: number, unit: string | null) => [formatValue(value, language), unit].filter(Boolean).join(' ')
  const { wrong } = state
  // Beside a marker in alarm stands what is wrong; where that is not the reading that always stands there, it is named.
  if (wrong?.value != null && wrong.itemId !== state.mainId) return `${wrong.name} ${written(wrong.value, wrong.unit)}`
  if (state.value != null) return written(state.value, state.unit)
  if (state.power === 'none') return ''
  if (state.switchCount === 1) return state.power === 'on' ? words.on : words.off
  return `${state.switchesOn}/${state.switchCount} ${words.on}`
}
