import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CAMERAS_READ } from '#contract/cameras/permission'
import cameras from '#locales/en-US/cameras' with { type: 'json' }
import { PictureSection } from '#src/screens/alarms/info/PictureSection.tsx'
import { show } from '../crud/showing.tsx'
import { alarmServer } from './alarmServer.ts'

const TAKEN = Date.UTC(2026, 10, 22, 4)
const picture = {
  cameraId: 5,
  cameraName: 'Gate',
  chosen: 'near',
  distance: 41.6,
  state: 'taken',
  fileUrl: '/hfle/x',
  takenAt: TAKEN,
  after: 2400,
  why: null,
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = (given: object | null | Response, codes: readonly string[] = [CAMERAS_READ]) => {
  alarmServer(codes, ({ path }) =>
    path.endsWith('/picture')
      ? given instanceof Response
        ? given
        : { picture: given }
      : path.startsWith('/hfle')
        ? new Response('x')
        : undefined,
  )
  show(<PictureSection alarmId={1} />)
}

test('what the nearest camera saw stands with how long after, and why that camera', async () => {
  open(picture)
  expect(await screen.findByText('2 seconds after the alarm was raised')).toBeTruthy()
  expect(screen.getByText('The nearest camera, 42 m away')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Gate' })).getAttribute('href')).toContain('5')
})

test.each([
  ['is on its way', { state: 'due', takenAt: null, fileUrl: null, after: null }, 'The picture is being taken'],
  [
    'could not be taken',
    { state: 'missed', takenAt: null, fileUrl: null, after: null, why: 'unreachable' },
    `No picture could be taken: ${cameras.fault.unreachable}`,
  ],
])('one that %s says so', async (_, more, said) => {
  open({ ...picture, ...more })
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('whoever may not look through cameras is led to none', async () => {
  open(picture, [])
  expect(await screen.findByText(/Gate/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('where no camera is near nothing stands; where it cannot be read, that', async () => {
  open(new Response(JSON.stringify({ failed: true, code: 'error.x', message: 'Closed' }), { status: 422 }))
  expect(await screen.findByText('The picture could not be loaded')).toBeTruthy()
  cleanup()
  open(null)
  await expect(screen.findByText('Picture of the alarm', undefined, { timeout: 500 })).rejects.toThrow()
})
