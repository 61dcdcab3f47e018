import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CollectItem } from '#contract/devices/collect'
import { CalibrationForm } from '#src/screens/devices/collect/CalibrationForm.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const item = { id: 3, name: 'Water pH', code: 'ph', unit: null, calibrated: true, calculation: null } as CollectItem
const standing = {
  itemId: 3,
  now: { factor: 1, offset: 0.5 },
  newest: { ts: 1_764_000_000_000, raw: 7, value: 7.5 },
  objectVersionNumber: 4,
  history: {
    content: [
      {
        id: 1,
        madeAt: 1_764_000_000_000,
        madeBy: 'Chen Jing',
        since: 1_764_000_000_000,
        before: { factor: 1, offset: 0 },
        after: { factor: 1, offset: 0.5 },
        reason: 'Buffer solution',
      },
    ],
    number: 1,
    size: 5,
    totalElements: 1,
  },
}
let sent: unknown[] = []
beforeEach(async () => {
  sent = []
  await signedIn(({ pathname }, body) => {
    if (!pathname.endsWith('/calibration')) return
    if (body === '') return standing
    sent.push(JSON.parse(body))
    return { id: 2, objectVersionNumber: 5 }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const write = (label: RegExp | string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const nothing = () => undefined

test('what the newest value would be follows what is written, and the history says what was before', async () => {
  show(<CalibrationForm item={item} onClose={nothing} onSaved={nothing} />)
  expect(await screen.findByText(/last sent 7, stored as 7.5; calibrated like this it would be 7.5/)).toBeDefined()
  write('Factor', '2')
  write('Offset', '-1')
  expect(screen.getByText(/it would be 13$/)).toBeDefined()
  expect(screen.getByText('× 1, offset 0.5')).toBeDefined()
  expect(screen.getByText(/Chen Jing.*before: × 1, offset 0$/)).toBeDefined()
})

test('two points give factor and offset; two that were read alike give a fault', async () => {
  show(<CalibrationForm item={item} onClose={nothing} onSaved={nothing} />)
  await screen.findByText(/last sent 7/)
  const take = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use these' })
  write('Device reads 1', '4')
  write('Should be 1', '4.5')
  write('Device reads 2', '4')
  write('Should be 2', '9.5')
  expect(screen.getByText(/Both points were read alike/)).toBeDefined()
  expect(take().disabled).toBe(true)
  write('Device reads 2', '9')
  write('Should be 2', '4.5')
  expect(screen.getByText(/makes the factor 0/)).toBeDefined()
  write('Should be 2', '9.5')
  fireEvent.click(take())
  expect([screen.getByLabelText<HTMLInputElement>('Factor').value, screen.getByLabelText<HTMLInputElement>('Offset').value]).toEqual([
    '1',
    '0.5',
  ])
})

test('is sent with a reason and the version that was read, and not without a reason or with the factor 0', async () => {
  const saved = vi.fn()
  show(<CalibrationForm item={item} onClose={nothing} onSaved={saved} />)
  await screen.findByText(/last sent 7/)
  write('Factor', '0')
  fireEvent.click(screen.getByRole('button', { name: 'Calibrate' }))
  expect(await screen.findByText('Must not be 0')).toBeDefined()
  expect(sent).toEqual([])
  write('Factor', '1.25')
  write(/^Reason/, 'New probe')
  fireEvent.click(screen.getByRole('button', { name: 'Calibrate' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(sent).toEqual([{ factor: 1.25, offset: 0.5, reason: 'New probe', since: null, objectVersionNumber: 4 }])
})
