import { expect, test } from 'vitest'
import type { AnyDocument } from '#contract/core/document'
import { words as english } from '#src/i18n/words.en-US.ts'
import { words as chinese } from '#src/i18n/words.zh-CN.ts'

const isDocument = (one: unknown): one is AnyDocument =>
  typeof one === 'object' && one !== null && 'prefix' in one && 'header' in one && 'line' in one
const declared = Object.values(import.meta.glob<Record<string, unknown>>('../../../contract/*/*.ts', { eager: true }))
  .flatMap((exported) => Object.values(exported))
  .filter(isDocument)

/** What a word that is asked for by the names of a declaration says; undefined where there is none. */
const at = (tree: unknown, path: string) =>
  path.split('.').reduce<unknown>((below, key) => (below as Record<string, unknown> | undefined)?.[key], tree)

test.each(declared.map((of) => [of.name, of] as const))('%s has its words in both languages', (name, of) => {
  const fields = (kind: 'header' | 'line') => Object.entries(of[kind]).filter(([, field]) => !field.internal)
  const paths = [
    'title',
    'addTitle',
    'editTitle',
    'infoTitle',
    'lead',
    'add',
    'empty',
    ...fields('header').map(([field]) => `fields.${field}`),
    ...fields('line').map(([field]) => `line.${field}`),
    ...[...fields('header'), ...fields('line')].flatMap(([field, { choices = [] }]) => choices.map((one) => `choices.${field}.${one}`)),
  ]
  for (const tree of [english, chinese]) {
    expect(paths.filter((path) => typeof at(tree, `${of.area}.${name}.${path}`) !== 'string')).toEqual([])
  }
})

test('every declared document is among them', () => expect(declared.map(({ name }) => name)).toContain('aplionform'))
