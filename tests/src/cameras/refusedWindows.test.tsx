import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Camera } from '#contract/cameras/camera'
import { BindDialog } from '#src/screens/cameras/form/BindDialog.tsx'
import { ShareDialog } from '#src/screens/cameras/form/ShareDialog.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const camera = { id: 4, name: 'Gate', areaId: 1, contentratorId: null } as unknown as Camera
const refusal = { failed: true, code: 'error.validation', message: 'Not taken', fields: { cameraId: 'No such camera' } }
const page = { content: [], totalElements: 0, number: 1, size: 0 }

beforeEach(async () => {
  await signedIn(({ pathname }, body) => {
    if (!pathname.includes('/camera')) return page
    return body === '' ? { status: 0, areaIds: [] } : Response.json(refusal, { status: 422 })
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test.for([
  ['binding', <BindDialog key="bind" camera={camera} onClose={() => undefined} />],
  ['sharing', <ShareDialog key="share" camera={camera} onClose={() => undefined} />],
] as const)('%s says why it was refused where no input is to blame', async ([, window]) => {
  show(window)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not taken')
})
