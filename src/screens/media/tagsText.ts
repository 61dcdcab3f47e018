import { MOST_TAGS, TAG_MOST } from '#contract/media/picture'

/** The tags of a line of text: between commas, Chinese ones too, each once. */
export const tagsOf = (line: string): string[] =>
  [...new Set(line.split(/[,，、;；]/).map((one) => one.trim().slice(0, TAG_MOST)))].filter((one) => one !== '').slice(0, MOST_TAGS)

export const tagsLine = (tags: readonly string[]): string => tags.join(', ')
