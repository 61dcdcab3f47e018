import { folded, unaccented } from '#contract/core/alike'

/** Whether a name begins with what is typed, in any form. */
export const begins = (name: string, typed: string): boolean => folded(name).startsWith(folded(typed))

interface Given<Option> {
  /** What an option is found by; else its label. */
  readonly textOf?: (option: Option) => string
  /** More than these are found by typing on. */
  readonly most?: number
}

/** The options of an Autocomplete that hold what is typed, in any form. The theme gives it to each that says nothing else. */
export const optionFilter =
  <Option>({ textOf, most }: Given<Option> = {}) =>
  (options: Option[], { inputValue, getOptionLabel }: { inputValue: string; getOptionLabel: (option: Option) => string }): Option[] => {
    const wanted = unaccented(inputValue)
    return options.filter((option) => unaccented((textOf ?? getOptionLabel)(option)).includes(wanted)).slice(0, most)
  }
