import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import frame from '#locales/en-US/frame' with { type: 'json' }
import { chooseArea } from '#src/session/area.ts'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

let answer: () => Response
beforeEach(async () => {
  chooseArea(null)
  await signedIn(({ pathname }) => {
    if (pathname.endsWith('/area/default')) return answer()
    return pathname.endsWith('/area') && { content: [], number: 1, size: 10, totalElements: 0 }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = (none?: string) =>
  show(
    <BaseGate title="Ponds" none={none}>
      {({ areaName }) => <p>ponds of {areaName}</p>}
    </BaseGate>,
  )

test('shows what is of the base that is worked in', async () => {
  answer = () => Response.json({ areaId: 4, areaName: 'Longgang', defaultFlag: 1 })
  open()
  expect(await screen.findByText('ponds of Longgang')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Ponds' })).toBeNull()
})

test('says where there is no base, in words of its own where they are given', async () => {
  answer = () => Response.json(null)
  open()
  expect(await screen.findByText(frame.area.none)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Ponds' })).toBeTruthy()
  cleanup()
  open('Ponds need a base')
  expect(await screen.findByText('Ponds need a base')).toBeTruthy()
})

test('says that the base could not be read, and reads it again', async () => {
  answer = () => Response.json({ code: 'error.unexpected' }, { status: 500 })
  open()
  const again = await screen.findByRole('button', { name: frame.act.retry })
  answer = () => Response.json({ areaId: 4, areaName: 'Longgang', defaultFlag: 1 })
  fireEvent.click(again)
  expect(await screen.findByText('ponds of Longgang')).toBeTruthy()
})
