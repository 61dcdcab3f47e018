import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExportReadings } from '#src/screens/devices/collect/ExportReadings.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const saved = vi.hoisted(() => vi.fn())
vi.mock('#src/ui/saveBlob.ts', () => ({ saveBlob: saved }))

let answer: () => Response | Promise<Response>
let asked: URLSearchParams | null = null
beforeEach(async () => {
  saved.mockClear()
  asked = null
  await signedIn((url) => {
    if (!url.pathname.endsWith('/device/concentrator/5/export-collection')) return
    asked = url.searchParams
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function take(format: string) {
  const noon = Date.UTC(2026, 2, 10, 4)
  show(<ExportReadings deviceId={5} deviceName="Pond" itemIds={[1, 2]} moments={[noon, noon + 1000]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: format }))
}

test('what the server made is saved under the name of the device and the days', async () => {
  answer = () => new Response('a,b')
  await take('CSV')
  await waitFor(() => expect(saved).toHaveBeenCalledWith('Pond 2026-03-10 2026-03-10.csv', expect.any(Blob)))
  expect(asked!.get('itemIds')).toBe('1,2')
  expect(asked!.get('format')).toBe('csv')
})

test('too long a range is said in its own words', async () => {
  const body = { failed: true, code: 'error.input.invalid', message: 'Some input is not right', fields: { endTime: 'Choose less time' } }
  answer = () => Response.json(body, { status: 400 })
  await take('Excel')
  expect(await screen.findByText('Choose less time')).toBeDefined()
  expect(saved).not.toHaveBeenCalled()
})

test('while it is made it says so, and can be given up', async () => {
  answer = () => new Promise<Response>(() => undefined)
  await take('Excel')
  expect(await screen.findByRole('progressbar', { name: 'Exporting…' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined()
})
