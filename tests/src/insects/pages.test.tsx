import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import type { DrawnPicture } from '#contract/insects/picture'
import DrawPage from '#src/screens/insects/DrawPage.tsx'
import IdentifyPage from '#src/screens/insects/IdentifyPage.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const picture: DrawnPicture = {
  id: 5,
  concentratorId: null,
  imei: null,
  lampName: null,
  fileUrl: '/none.png',
  width: 640,
  height: 480,
  takenAt: 1,
  receivedAt: 1,
  commandId: null,
  state: 'classified',
  reason: null,
  model: 'moths.onnx',
  identifiedAt: 1,
  insectQuantity: 0,
  corrected: false,
  correctedBy: null,
  objectVersionNumber: 1,
  boxes: [],
  machineBoxes: [],
}
let answers: Record<string, unknown>
beforeEach(async () => {
  const none = { content: [], number: 1, size: 12, totalElements: 0 }
  answers = { get: picture, page: none, waiting: { model: 'moths.onnx', waiting: 0 } }
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    const asked = pathname.split('/').at(-1)!
    if (pathname.includes('/insect-picture/')) return answers[/^\d+$/.test(asked) ? 'get' : asked] ?? none
    return none
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const failed = (status: number, code: string, message: string) => Response.json({ failed: true, code, message }, { status })

describe('the page of a picture', () => {
  const draw = (id = '5') =>
    show(
      <Routes>
        <Route path="/web/equipment/pest/draw/:id" element={<DrawPage />} />
      </Routes>,
      { at: `/web/equipment/pest/draw/${id}` },
    )

  test('says that a picture is not there: gone, of another tenant, or of no number', async () => {
    answers['get'] = failed(404, 'error.notFound', 'Not found')
    draw()
    await screen.findByText('This picture is not there')
    cleanup()
    draw('moth')
    await screen.findByText('This picture is not there')
  })

  test('says why it cannot be read, and reads it again', async () => {
    const user = userEvent.setup()
    answers['get'] = failed(422, 'error.input', 'Away for now')
    draw()
    const again = await screen.findByRole('button', { name: 'Try again' })
    answers['get'] = picture
    await user.click(again)
    await screen.findByText(/Identified by the model moths.onnx/)
  })
})

describe('the page that identifies', () => {
  test('says that no model is installed only where none is, and that nothing was brought yet', async () => {
    show(<IdentifyPage />)
    await screen.findByText('No pictures yet')
    expect(screen.queryByText(/No identification model is installed/)).toBeNull()
    cleanup()
    answers['waiting'] = { model: null, waiting: 0 }
    show(<IdentifyPage />)
    await screen.findByText(/No identification model is installed/)
  })

  test('shows the picture that its address names, and another of those that were brought', async () => {
    const user = userEvent.setup()
    const other = { ...picture, id: 6, state: 'failed', reason: 'unreadable' }
    answers['page'] = { content: [picture, other], number: 1, size: 12, totalElements: 2 }
    const { router } = show(<IdentifyPage />, { at: '/web/agriculture/identify?picture=5' })
    await screen.findByText(/Identified by the model moths.onnx/)
    const tiles = screen.getByRole('list', { name: 'Earlier pictures' }).querySelectorAll('button')
    expect(tiles[0]!.getAttribute('aria-current')).toBe('true')
    answers['get'] = other
    await user.click(tiles[1]!)
    await screen.findByText(/The picture was not identified: the picture cannot be read/)
    await waitFor(() => expect(router.state.location.search).toBe('?picture=6'))
  })

  test('says beside the picture why it cannot be read', async () => {
    answers['get'] = failed(422, 'error.input', 'Away for now')
    show(<IdentifyPage />, { at: '/web/agriculture/identify?picture=5' })
    await screen.findByText('Away for now')
  })
})
