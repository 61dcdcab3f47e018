import { z } from 'zod'
import type { AnyDocument } from '#contract/core/document'
import { type Field, schemasOf } from '#contract/core/field'
import { sheetFieldsOf } from '#contract/core/resource'
import type { Sheeted } from '../crud/sheet.ts'
import { type Language, say } from '../words.ts'

/** A word of a kind of document; where it has none of its own, that of every document. */
export function documentWord({ area, name }: AnyDocument, path: string, language: Language): string {
  const own = `${area}:${name}.${path}`
  const word = say(language, own)
  return word === own ? say(language, `documents:${path}`) : word
}

const sheeted = (of: AnyDocument, fields: Readonly<Record<string, Field>>, words: 'fields' | 'line'): Sheeted => ({
  area: of.area,
  name: of.name,
  fields,
  sheetFields: sheetFieldsOf(fields),
  create: z.object(schemasOf(fields)),
  head: (field, language) => documentWord(of, `${words}.${field}`, language),
})

/** The header of a kind of document, and its lines, as spreadsheets have them. */
export const headerSheet = (of: AnyDocument): Sheeted => sheeted(of, of.header, 'fields')
export const lineSheet = (of: AnyDocument): Sheeted => sheeted(of, of.line, 'line')
