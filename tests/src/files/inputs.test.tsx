import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startWords } from '#src/i18n/i18n.ts'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { aJpeg, FakeUpload, ID, signInForUploads, urlOf } from './fakeUploads.ts'

const MB = 1024 * 1024

beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
})
beforeEach(() => {
  signInForUploads()
  vi.stubGlobal('fetch', async () => new Response('picture'))
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})
afterEach(cleanup)

const changed = vi.fn()
function Images({ initially = [], max = 1 }: { initially?: string[]; max?: number }) {
  const [value, setValue] = useState(initially)
  return (
    <ImageInput
      label="Pictures"
      max={max}
      value={value}
      onChange={(next) => {
        changed(next)
        setValue(next)
      }}
    />
  )
}
const pick = async (...files: File[]) => userEvent.upload(screen.getByTestId('pick'), files)
const begun = async (count: number) => waitFor(() => expect(FakeUpload.all).toHaveLength(count))

describe('an image input', () => {
  test('shows figures while it sends, and gives the address of what arrived', async () => {
    render(<Images />)
    await pick(aJpeg('barley.jpg', 4000))
    await begun(1)
    FakeUpload.all[0]!.progress(1.5 * MB, 3 * MB)
    await screen.findByText('1.5 of 3.0 MB, 50%')
    expect(screen.getByRole('progressbar', { name: 'Uploading barley.jpg' }).getAttribute('aria-valuenow')).toBe('50')
    FakeUpload.all[0]!.keep(ID(1))
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith([urlOf(1)]))
    await screen.findByRole('img', { name: 'Image 1' })
    expect(screen.queryByRole('button', { name: 'Upload image' })).toBeNull()
  })

  test('says beside the file what is wrong with it, and sends it again when asked', async () => {
    render(<Images />)
    await pick(aJpeg('huge.jpg', 10 * MB + 1))
    expect((await screen.findByRole('alert')).textContent).toBe('The uploaded image cannot be larger than 10MB!')
    expect(FakeUpload.all).toEqual([])
    expect(screen.queryByRole('button', { name: 'Upload huge.jpg again' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove huge.jpg' }))
    await pick(aJpeg('a.jpg'))
    await begun(1)
    FakeUpload.all[0]!.answer(503, { failed: true, code: 'error.unavailable', message: 'Not now' })
    expect((await screen.findByRole('alert')).textContent).toBe('Not now')
    await userEvent.click(screen.getByRole('button', { name: 'Upload a.jpg again' }))
    await begun(2)
    FakeUpload.all[1]!.keep(ID(2))
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith([urlOf(2)]))
  })

  test('stops a file that is cancelled and goes on with the next', async () => {
    render(<Images max={3} />)
    await pick(aJpeg('one.jpg'), aJpeg('two.jpg'))
    await begun(1)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel uploading one.jpg' }))
    await begun(2)
    expect(FakeUpload.all.map(({ aborted, fileName }) => [fileName, aborted])).toEqual([
      ['one.jpg', true],
      ['two.jpg', false],
    ])
    FakeUpload.all[1]!.keep(ID(2))
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith([urlOf(2)]))
  })

  test('takes no more than its most, and says how many were left out', async () => {
    render(<Images max={2} />)
    await pick(aJpeg('one.jpg'), aJpeg('two.jpg'), aJpeg('three.jpg'))
    await screen.findByText('At most 2; 1 more were left out')
    await begun(1)
    FakeUpload.all[0]!.keep(ID(1))
    await begun(2)
    FakeUpload.all[1]!.keep(ID(2))
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith([urlOf(1), urlOf(2)]))
    expect(FakeUpload.all).toHaveLength(2)
  })

  test('puts several in another order and takes one away, by keyboard alone', async () => {
    render(<Images max={3} initially={[urlOf(1), urlOf(2), urlOf(3)]} />)
    const later = screen.getByRole('button', { name: 'Move Image 1 back' })
    later.focus()
    await userEvent.keyboard('{Enter}')
    expect(changed).toHaveBeenLastCalledWith([urlOf(2), urlOf(1), urlOf(3)])
    const [first] = within(screen.getByRole('list')).getAllByRole('listitem')
    within(first!).getByRole('button', { name: 'Remove Image 1' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(changed).toHaveBeenLastCalledWith([urlOf(1), urlOf(3)])
  })

  test('that leaves the page stops what it was sending', async () => {
    const { unmount } = render(<Images />)
    await pick(aJpeg('a.jpg'))
    await begun(1)
    unmount()
    expect(FakeUpload.all[0]!.aborted).toBe(true)
  })
})
