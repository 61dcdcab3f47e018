import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import crud from '#locales/en-US/crud' with { type: 'json' }
import errors from '#locales/en-US/errors' with { type: 'json' }
import { passages, passagesInBoth } from '#contract/core/field'
import PassagesInput from '#src/crud/PassagesInput.tsx'
import type { Passage } from '#src/crud/PassageFields.tsx'
import { show } from './showing.tsx'

// jsdom lays nothing out: the editor asks where its caret is.
const unplaced = { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() }
const own = { ...Object.getOwnPropertyDescriptors(Range.prototype) }
beforeAll(() => void Object.assign(Range.prototype, unplaced))
afterAll(() => {
  for (const name of Object.keys(unplaced)) {
    Reflect.deleteProperty(Range.prototype, name)
    const before = own[name as keyof typeof own] as PropertyDescriptor | undefined
    if (before) Object.defineProperty(Range.prototype, name, before)
  }
})
afterEach(cleanup)

const passage = (name: string): Passage => ({ name, imageUrl: null, description: null })
function Form({
  initially,
  field = passages(3),
  fault,
  heard,
}: {
  initially: Passage[]
  field?: ReturnType<typeof passages>
  fault?: string
  heard: (value: unknown) => void
}) {
  const [value, setValue] = useState<unknown>(initially)
  return (
    <PassagesInput
      name="practices"
      label="Practices"
      field={field}
      value={value}
      options={[]}
      disabled={false}
      fault={fault}
      onBlur={() => undefined}
      onChange={(next) => {
        setValue(next)
        heard(next)
      }}
    />
  )
}
const shown = (given: Omit<Parameters<typeof Form>[0], 'heard'>) => {
  let last: unknown = given.initially
  show(<Form {...given} heard={(value) => (last = value)} />)
  return () => last as Passage[]
}
const button = (name: string) => screen.getByRole('button', { name })
const said = (word: 'up' | 'down' | 'remove', name: string) => crud.passages[word].replace('{{name}}', name)

test('passages are added up to their number, each opened to be written', async () => {
  const now = shown({ initially: [passage('One'), passage('Two')] })
  await userEvent.click(button(crud.passages.add))
  await userEvent.type(await screen.findByRole('textbox', { name: new RegExp(`^${crud.passages.name}`) }), 'Three')
  expect(now().map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
  expect((button(crud.passages.add) as HTMLButtonElement).disabled).toBe(true)
})

test('they are put elsewhere and taken away by their buttons, and what is open stays open', async () => {
  const now = shown({ initially: [passage('One'), passage('Two'), passage('Three')] })
  await userEvent.click(button('One'))
  expect(await screen.findByDisplayValue('One')).toBeTruthy()
  await userEvent.click(button(said('down', 'One')))
  expect(now().map(({ name }) => name)).toEqual(['Two', 'One', 'Three'])
  expect(button('One').getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByDisplayValue('One')).toBeTruthy()
  await userEvent.click(button(said('remove', 'Two')))
  expect(now().map(({ name }) => name)).toEqual(['One', 'Three'])
  expect((button(said('up', 'One')) as HTMLButtonElement).disabled).toBe(true)
  expect((button(said('down', 'Three')) as HTMLButtonElement).disabled).toBe(true)
})

test('what is wrong with one stands beside its own input, opened; what is wrong with all of them below', async () => {
  shown({ initially: [passage('One'), passage('  ')], fault: 'Faulty' })
  const item = screen.getAllByRole('listitem')[1]!
  expect(await within(item).findByText(errors.field.onlySpaces)).toBeTruthy()
  expect(screen.queryByText('Faulty')).toBeNull()
})

test('a fault that is none of theirs is said below them', () => {
  shown({ initially: [passage('One')], fault: 'Faulty' })
  expect(screen.getByText('Faulty')).toBeTruthy()
})

test('only passages with names in both languages ask for the English one', async () => {
  const now = shown({ initially: [], field: passagesInBoth(3) as never })
  await userEvent.click(button(crud.passages.add))
  await userEvent.type(await screen.findByRole('textbox', { name: crud.passages.enName }), 'Brix')
  expect(now()).toEqual([{ name: '', enName: 'Brix', imageUrl: null, description: null }])
})

test('a text is given form by its toolbar, of which the arrows go from button to button', async () => {
  const now = shown({ initially: [{ ...passage('One'), description: '<p>Cut</p>' }] })
  await userEvent.click(button('One'))
  const tools = await screen.findByRole('toolbar', { name: crud.richText.toolbar.replace('{{label}}', crud.passages.description) })
  const all = within(tools).getAllByRole('button')
  expect(all.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  all[0]!.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(all.at(-1))
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe(crud.richText.heading)
  await userEvent.click(within(tools).getByRole('button', { name: crud.richText.bulletList }))
  await waitFor(() => expect(now()[0]!.description).toBe('<ul><li><p>Cut</p></li></ul>'))
  expect(within(tools).getByRole('button', { name: crud.richText.bulletList }).getAttribute('aria-pressed')).toBe('true')
})

test('a link leads only where the server lets it lead', async () => {
  const now = shown({ initially: [{ ...passage('One'), description: '<p><a href="https://example.org/">Cut</a></p>' }] })
  await userEvent.click(button('One'))
  await userEvent.click(await screen.findByRole('button', { name: crud.richText.link }))
  const address = await screen.findByRole('textbox', { name: crud.richText.address })
  await userEvent.clear(address)
  await userEvent.type(address, 'javascript:alert(1)')
  expect(screen.getByText(crud.richText.addressWrong)).toBeTruthy()
  expect((button(crud.richText.setLink) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(button(crud.richText.noLink))
  await waitFor(() => expect(now()[0]!.description).toBe('<p>Cut</p>'))
})
