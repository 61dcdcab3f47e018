import { formatValue } from '#src/charts/formatValue.ts'
import type { MarkerState } from './describeDevice.ts'

export interface MarkerWords {
  readonly on: string
  readonly off: string
}

/** The line beside a marker: its main value with unit, else how many of its switches are on, else nothing. */
export function markerText(state: MarkerState, words: MarkerWords, language: string): string {
  if (state.value != null) {
    const value = formatValue(state.value, language)
    return state.unit ? `${value} ${state.unit}` : value
  }
  if (state.power === 'none') return ''
  if (state.switchCount === 1) return state.power === 'on' ? words.on : words.off
  return `${state.switchesOn}/${state.switchCount} ${words.on}`
}
