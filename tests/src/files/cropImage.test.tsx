import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CropImage } from '#src/files/cropImage.tsx'
import { startWords } from '#src/i18n/i18n.ts'

const drawImage = vi.fn()
beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    done(new Blob([`${this.width}x${this.height}`], { type: type ?? '' }))
  })
  HTMLElement.prototype.setPointerCapture = () => undefined
})
beforeEach(() => {
  drawImage.mockClear()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 200, close: () => undefined }))
})
afterEach(cleanup)

const picture = new File(['x'], 'me.png', { type: 'image/png' })
async function crop(move: (frame: HTMLElement) => Promise<void>) {
  const onDone = vi.fn<(file: File) => void>()
  render(<CropImage file={picture} onClose={() => undefined} onDone={onDone} />)
  const frame = await screen.findByRole('application')
  await move(frame)
  await userEvent.click(screen.getByRole('button', { name: 'Use image' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  const [, left, top, side] = drawImage.mock.calls[0] as number[]
  return { file: onDone.mock.calls[0]![0], square: [left, top, side].map((value) => Math.round(value!)) }
}

test('what nobody moves is cut out of the middle, under its own name', async () => {
  const { file, square } = await crop(async () => undefined)
  expect(square).toEqual([100, 0, 200])
  expect([file.name, file.type, await file.text()]).toEqual(['me.png', 'image/png', '512x512'])
})

test('arrow keys move the picture, plus makes it larger', async () => {
  const { square } = await crop(async (frame) => {
    frame.focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  })
  expect(square).toEqual([120, 0, 200])
  cleanup()
  drawImage.mockClear()
  const larger = await crop(async (frame) => {
    frame.focus()
    await userEvent.keyboard('+')
  })
  expect(larger.square).toEqual([109, 9, 182])
})

test('a pointer drags it, and never past its edge', async () => {
  const { square } = await crop(async (frame) => {
    const at = (clientX: number) => ({ pointerId: 1, clientX, clientY: 50 })
    fireEvent.pointerDown(frame, at(0))
    fireEvent.pointerMove(frame, at(28))
    fireEvent.pointerUp(frame, at(28))
    fireEvent.pointerMove(frame, at(500))
  })
  expect(square).toEqual([80, 0, 200])
  cleanup()
  drawImage.mockClear()
  const far = await crop(async (frame) => {
    fireEvent.pointerDown(frame, { pointerId: 1, clientX: 0, clientY: 0 })
    fireEvent.pointerMove(frame, { pointerId: 1, clientX: 5000, clientY: 5000 })
  })
  expect(far.square).toEqual([0, 0, 200])
})

test('two fingers apart make it larger', async () => {
  const { square } = await crop(async (frame) => {
    fireEvent.pointerDown(frame, { pointerId: 1, clientX: 100, clientY: 100 })
    fireEvent.pointerDown(frame, { pointerId: 2, clientX: 200, clientY: 100 })
    fireEvent.pointerMove(frame, { pointerId: 1, clientX: 50, clientY: 100 })
    fireEvent.pointerMove(frame, { pointerId: 2, clientX: 250, clientY: 100 })
  })
  expect(square[2]).toBe(100)
})

test('what cannot be decoded is said, and cannot be used', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new Error('no picture')
  })
  render(<CropImage file={picture} onClose={() => undefined} onDone={() => undefined} />)
  expect((await screen.findByRole('alert')).textContent).toBe('This image cannot be read')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use image' }).disabled).toBe(true)
})
