import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { Link, Route, Routes } from 'react-router-dom'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PLAIN_MAPPING } from '#contract/devices/mapping'
import type { Corporation } from '#contract/organization/corporation'
import crud from '#locales/en-US/crud' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import media from '#locales/en-US/media' with { type: 'json' }
import organization from '#locales/en-US/organization' with { type: 'json' }
import LibraryDialog from '#src/files/LibraryDialog.tsx'
import { StaleNote } from '#src/forms/StaleNote.tsx'
import { useHeldVersion } from '#src/forms/useHeldVersion.ts'
import { ForeignPart } from '#src/screens/devices/foreign/ForeignPart.tsx'
import { PictureDetail } from '#src/screens/media/PictureDetail.tsx'
import { CorporationForm } from '#src/screens/organization/CorporationForm.tsx'
import { settleDrafts } from '#src/session/drafts.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'

afterEach(() => {
  cleanup()
  settleDrafts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

interface Named {
  readonly name: string
  readonly objectVersionNumber: number
}
const NAMES = ['First', 'Second', 'Third', 'Fourth']
function Page() {
  const [at, setAt] = useState(0)
  const newest = useMemo(() => ({ name: NAMES[at]!, objectVersionNumber: at + 1 }), [at])
  const { shown, key, guard, isOlder, beginAnew } = useHeldVersion(newest)
  return (
    <>
      <StaleNote shown={isOlder} onReload={beginAnew} />
      <button onClick={() => setAt(at + 1)}>A colleague saves</button>
      <Form key={key} of={shown} onDirty={guard.setDirty} />
    </>
  )
}
function Form({ of, onDirty }: { of: Named; onDirty: (dirty: boolean) => void }) {
  const [name, setName] = useState(of.name)
  useEffect(() => onDirty(name !== of.name), [onDirty, name, of])
  return <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
}
const colleagueSaves = () => fireEvent.click(screen.getByRole('button', { name: 'A colleague saves' }))
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

test('a form follows the newest version until something is typed, and takes it when that is given up', () => {
  show(<Page />)
  colleagueSaves()
  expect(value('Name')).toBe('Second')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } })
  colleagueSaves()
  expect([value('Name'), screen.getByRole('alert').textContent]).toEqual(['Mine', expect.stringContaining(crud.stale)])
  fireEvent.click(screen.getByRole('button', { name: crud.reload }))
  expect([value('Name'), screen.queryByRole('alert')]).toEqual(['Third', null])
  // Typed back it is what it was: nothing is held.
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Third' } })
  colleagueSaves()
  expect(value('Name')).toBe('Fourth')
})

test('the guard of a form is one as long as it does the same, so that what ends with it ends once', () => {
  const seen = new Set<unknown>()
  function Guarded() {
    const [n, setN] = useState(0)
    seen.add(useLeaveGuard())
    return <button onClick={() => setN(n + 1)}>{n}</button>
  }
  show(<Guarded />)
  for (const n of ['0', '1']) fireEvent.click(screen.getByRole('button', { name: n }))
  expect(seen.size).toBe(1)
})

/** A server whose answers by the end of their path may be changed. */
async function aServer(answers: Record<string, () => unknown>) {
  const asked: URL[] = []
  await signedIn((url, body) => {
    const { pathname } = url
    asked.push(url)
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    const own = Object.entries(answers).find(([end]) => pathname.endsWith(end))
    return own ? own[1]() : { content: [], number: 1, size: 10, totalElements: 0 }
  })
  for (const [name, words] of Object.entries({ devices, media, organization })) i18next.addResourceBundle('en-US', name, words)
  return asked
}

const picture = {
  pictureId: 7,
  pictureName: 'Pond',
  fileUrl: '/f/7',
  bytes: 10,
  width: 1,
  height: 1,
  madeAt: 1,
  madeBy: 'Lin',
  folderId: null,
  tags: [],
  objectVersionNumber: 1,
}
const mapping = { mapping: PLAIN_MAPPING, hasToken: false, objectVersionNumber: 1 }
const held: Record<string, { form: ReactNode; end: string; first: object; second: object; label: RegExp }> = {
  'a picture': {
    form: <PictureDetail id={7} folders={[]} onRemove={() => undefined} onClose={() => undefined} />,
    end: '/picture/7',
    first: picture,
    second: { ...picture, pictureName: 'Lake', objectVersionNumber: 2 },
    label: new RegExp(`^${media.library.name}`),
  },
  'what the words of a device mean': {
    form: <ForeignPart device={aDevice()} />,
    end: '/mapping',
    first: mapping,
    second: { ...mapping, mapping: { ...PLAIN_MAPPING, onlyMapped: true }, objectVersionNumber: 2 },
    label: new RegExp(`^${devices.foreign.calledBy}`),
  },
}
test.each(Object.entries(held))(
  '%s: what is typed stays when a colleague saves, who is told of',
  async (_, { form, end, first, second, label }) => {
    let answer = first
    await aServer({ [end]: () => answer })
    show(form)
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Mine' } })
    answer = second
    await act(() => queryClient.invalidateQueries())
    await screen.findByText(crud.stale)
    expect(value(label)).toBe('Mine')
    fireEvent.click(screen.getByRole('button', { name: crud.reload }))
    await waitFor(() => expect(value(label)).not.toBe('Mine'))
    expect(screen.queryByText(crud.stale)).toBeNull()
  },
)

test('a new token of a device is no other mapping: nobody is told of a colleague', async () => {
  let answer: object = mapping
  await aServer({ '/mapping': () => answer })
  show(<ForeignPart device={aDevice()} />)
  const label = new RegExp(`^${devices.foreign.calledBy}`)
  fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Mine' } })
  answer = { ...mapping, hasToken: true, objectVersionNumber: 2 }
  await act(() => queryClient.invalidateQueries())
  await screen.findByText(devices.foreign.hasToken)
  expect([value(label), screen.queryByText(crud.stale)]).toEqual(['Mine', null])
})

test('what was typed of the enterprise is given up by leaving it', async () => {
  await aServer({})
  const enterprise = {
    tenantName: 'Farm',
    tenantNum: 'F',
    licences: [],
    defaultLanguage: 'en-US',
    timeZone: 'UTC',
    loginLogo: null,
    workLogo: null,
    titleLoginLogo: null,
  } as unknown as Corporation
  const label = new RegExp(`^${organization.corporation.fields.tenantName}`)
  show(
    <>
      <Link to="/away">Away</Link>
      <Link to="/">Back</Link>
      <Routes>
        <Route path="/" element={<CorporationForm newest={enterprise} />} />
        <Route path="/away" element={<p>Elsewhere</p>} />
      </Routes>
    </>,
  )
  fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Other' } })
  fireEvent.click(screen.getByRole('link', { name: 'Away' }))
  fireEvent.click(await screen.findByRole('button', { name: crud.leave.leave }))
  await screen.findByText('Elsewhere')
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe('Farm')
})

test('the picture library asks once typing rests, not at every letter', async () => {
  const asked = await aServer({})
  show(<LibraryDialog onPick={() => undefined} onClose={() => undefined} />)
  const search = await screen.findByLabelText(media.library.search)
  for (const typed of ['p', 'po', 'pon', 'pond']) fireEvent.change(search, { target: { value: typed } })
  const searches = () => asked.flatMap((url) => url.searchParams.get('search') ?? [])
  await waitFor(() => expect(searches()).toEqual(['pond']))
})
