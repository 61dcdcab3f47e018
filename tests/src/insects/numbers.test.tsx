import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InsectNumbers } from '#src/insects/InsectNumbers.tsx'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'

const lamp = aDevice({ id: 3, areaId: 1, deviceType: 'insectSituationLamp', name: 'Lamp' })
const line = (facts: object) => ({
  key: 'p5-1',
  source: 'picture',
  id: null,
  pictureId: 5,
  concentratorId: 3,
  lampName: 'Lamp',
  insectTypeId: 1,
  name: 'Moth',
  insectQuantity: 6,
  observedAt: 1000,
  note: null,
  objectVersionNumber: null,
  ...facts,
})
const noted = line({ key: 'o8', source: 'person', id: 8, pictureId: null, insectQuantity: 3, note: 'by hand', objectVersionNumber: 1 })
let asked: string[]
let answers: Record<string, unknown>
let held: boolean
beforeEach(async () => {
  asked = []
  held = true
  answers = {
    count: { insectQuantity: 9, unclassified: 3, pictures: 2, notes: 1 },
    'pie-chart': [
      { insectTypeId: 1, name: 'Moth', insectQuantity: 6 },
      { insectTypeId: null, name: 'Not classified', insectQuantity: 3 },
    ],
    'pest-statistics': [
      {
        concentratorId: 3,
        name: 'Lamp',
        insectQuantity: 9,
        pictures: 4,
        corrected: 2,
        waiting: 1,
        failed: 0,
        said: { itemId: 1, value: 40, ts: 1 },
      },
    ],
    aggregate: [
      { concentratorId: 4, name: 'Neighbour', insectQuantity: 12, pictures: 1 },
      { concentratorId: 3, name: 'Lamp', insectQuantity: 9, pictures: 2 },
    ],
    list: { content: [line({}), noted], number: 1, size: 10, totalElements: 2 },
    'type/list': [],
  }
  await signedIn(({ pathname, searchParams }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held }))
    if (pathname.endsWith('/organization')) return { content: [], number: 1, size: 0, totalElements: 0 }
    const [, name] = /\/insect-statistics\/(.+)$/.exec(pathname) ?? []
    if (name === undefined) return
    asked.push(`${name} ${searchParams.get('startTime')?.slice(10)} ${searchParams.get('endTime')?.slice(10)}`)
    return name === '8' ? Response.json(1) : answers[name]
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the numbers of a lamp', () => {
  test('say how many were found, of which kinds, beside its neighbours, and what the lamp itself said apart from that', async () => {
    show(<InsectNumbers device={lamp} />)
    await screen.findByText('The lamp itself last said 40 insects; this is not part of the sums')
    const figures = [...document.querySelectorAll('dl > div')].map(
      (one) => `${one.querySelector('dt')!.textContent} ${one.querySelector('dd')!.textContent}`,
    )
    expect(figures).toEqual([
      'Insects 9',
      'Not classified 3',
      'Pictures 4',
      'Drawn by hand 2',
      'Being identified 1',
      'Not identified 0',
      'Noted by hand 1',
    ])
    const shares = within(screen.getByRole('list', { name: 'Share by kind' })).getAllByRole('listitem')
    expect(shares.map(({ textContent }) => textContent)).toEqual(['Moth: 6 (66.7%)', 'Not classified: 3 (33.3%)'])
    expect(screen.getByText('Neighbour').parentElement!.textContent).toBe('Neighbour12')
    expect(new Set(asked.map((one) => one.slice(one.indexOf(' '))))).toEqual(new Set(['  00:00:00  23:59:59']))
  })

  test('lead from a finding to its picture; what a person noted can be taken away, and is asked for before', async () => {
    const user = userEvent.setup()
    show(<InsectNumbers device={lamp} />)
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(within(rows[0]!).getByRole('link', { name: 'Picture' }).getAttribute('href')).toBe('/web/equipment/pest/draw/5')
    await user.click(await within(rows[1]!).findByRole('button', { name: 'Delete' }))
    expect(within(rows[0]!).queryByRole('button')).toBeNull()
    const question = await screen.findByRole('dialog')
    expect(asked.some((one) => one.startsWith('8 '))).toBe(false)
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(asked.some((one) => one.startsWith('8 '))).toBe(true))
  })

  test('are only read by whoever may not change them', async () => {
    held = false
    show(<InsectNumbers device={lamp} />)
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(within(rows[1]!).queryByRole('button')).toBeNull()
    for (const name of ['Note insects', 'Kinds of insects…', 'Export numbers']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('say that nothing was found, or why they cannot be read', async () => {
    answers['pie-chart'] = []
    answers['list'] = { content: [], number: 1, size: 10, totalElements: 0 }
    show(<InsectNumbers device={lamp} />)
    await waitFor(() => expect(screen.getAllByText('Nothing was found in these days')).toHaveLength(2))
    cleanup()
    answers['count'] = Response.json({ failed: true, code: 'error.input', message: 'Away for now' }, { status: 422 })
    show(<InsectNumbers device={lamp} />)
    await screen.findByText('Away for now')
    await screen.findByRole('button', { name: 'Try again' })
  })
})
