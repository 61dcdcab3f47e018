import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import words from '#locales/en-US/devices' with { type: 'json' }
import { type Here, MoveForm, type Place } from '#src/screens/devices/list/MoveForm.tsx'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'

const here: Here = { id: 7, areaId: 1, areaName: 'North', landId: 10, landName: 'Plot 10', parentId: 3 }
const failure = (code: string, message: string) => ({ failed: true as const, code, message, status: 422 })
let moved: Place[]
let answer: object
beforeEach(async () => {
  moved = []
  answer = {}
  await signedIn(({ pathname, searchParams }) => {
    const options = (titles: readonly (readonly [number, string])[]) => ({
      content: titles.map(([id, title]) => ({ id, title, enabledFlag: 1 })),
      totalElements: titles.length,
    })
    if (pathname.endsWith('/check-resources')) return []
    if (pathname.endsWith('/tenant-all'))
      return { content: searchParams.get('areaId') === '1' ? [aDevice({ id: 3, name: 'Gate 3' }), aDevice({ id: 7, name: 'Itself' })] : [] }
    if (pathname.includes('area'))
      return options([
        [1, 'North'],
        [2, 'South'],
      ])
    return options(searchParams.get('areaId') === '2' ? [[20, 'Pond 20']] : [[10, 'Plot 10']])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const form = (of: Here | null) =>
  show(
    <MoveForm
      title="Move"
      text=""
      of={of}
      saved={null}
      onMove={(to) => {
        moved.push(to)
        return Promise.resolve(answer)
      }}
      onMoved={() => undefined}
      onClose={() => undefined}
    />,
  )
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const choose = async (name: string, option: string) => {
  await userEvent.click(await field(name))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const move = () => userEvent.click(screen.getByRole('button', { name: words.bulk.move }))

test('one device begins where it is; another base takes it from its plot and from behind its gateway', async () => {
  form(here)
  expect((await field(words.gateway.fields.areaId)).value).toBe('North')
  expect((await field(words.gateway.fields.landId)).value).toBe('Plot 10')
  await waitFor(() => expect(screen.getByRole('combobox', { name: words.place.parentId }).textContent).toBe('Gate 3'))
  await userEvent.click(screen.getByRole('combobox', { name: words.place.parentId }))
  expect(screen.queryByRole('option', { name: 'Itself' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await choose(words.gateway.fields.areaId, 'South')
  await choose(words.gateway.fields.landId, 'Pond 20')
  await move()
  await waitFor(() => expect(moved).toEqual([{ areaId: 2, landId: 20, parentId: null }]))
})

test('why one is not moved is said beside what was wrong', async () => {
  answer = failure('error.device.parentDeep', 'It stands behind something itself')
  form(here)
  await field(words.gateway.fields.areaId)
  await move()
  expect(await screen.findByText('It stands behind something itself')).toBeTruthy()
  expect(moved).toEqual([{ areaId: 1, landId: 10, parentId: 3 }])
})

test('many ask for a base, and leave each behind its own gateway', async () => {
  form(null)
  expect(screen.queryByLabelText(words.place.parentId)).toBeNull()
  await move()
  expect(moved).toEqual([])
  await choose(words.gateway.fields.areaId, 'South')
  await move()
  await waitFor(() => expect(moved).toEqual([{ areaId: 2, landId: null }]))
})
