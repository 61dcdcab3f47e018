import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CollectItem } from '#contract/devices/collect'
import type { DeviceSwitch } from '#contract/devices/switch'
import type { PromoVideo } from '#contract/media/promoVideo'
import type { Corporation } from '#contract/organization/corporation'
import type { Staff, Unit } from '#contract/organization/unit'
import account from '#locales/en-US/account' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import insects from '#locales/en-US/insects' with { type: 'json' }
import media from '#locales/en-US/media' with { type: 'json' }
import organization from '#locales/en-US/organization' with { type: 'json' }
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { ItemForm } from '#src/screens/devices/collect/ItemForm.tsx'
import { KindForm } from '#src/insects/KindForm.tsx'
import { ObservationForm } from '#src/insects/ObservationForm.tsx'
import { PeriodDialog } from '#src/screens/devices/list/PeriodDialog.tsx'
import { SwitchForm } from '#src/screens/devices/switches/SwitchForm.tsx'
import { screens } from '#src/screens/inventory/aplionform/aplionform.ts'
import { TokenDialog } from '#src/screens/account/TokenDialog.tsx'
import { ApplicationDialog } from '#src/screens/organization/applications/ApplicationDialog.tsx'
import { CorporationForm } from '#src/screens/organization/CorporationForm.tsx'
import { PushForm } from '#src/screens/organization/push/PushForm.tsx'
import { RoleNameDialog } from '#src/screens/organization/roles/RoleNameDialog.tsx'
import { ManyDialog } from '#src/screens/media/ManyDialog.tsx'
import { RenameVideo } from '#src/screens/media/RenameVideo.tsx'
import { branchesOf } from '#src/screens/organization/tree/branches.ts'
import { StaffForm } from '#src/screens/organization/tree/StaffForm.tsx'
import { UnitForm } from '#src/screens/organization/tree/UnitForm.tsx'
import { InviteForm } from '#src/screens/organization/users/InviteForm.tsx'
import { UserForm } from '#src/screens/organization/users/UserForm.tsx'
import { settleDrafts } from '#src/session/drafts.ts'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'

beforeEach(async () => {
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    return { content: [{ areaId: 1, areaName: 'Home base' }], number: 1, size: 10, totalElements: 1 }
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
  i18next.addResourceBundle('en-US', 'organization', organization)
  i18next.addResourceBundle('en-US', 'account', account)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const nothing = () => undefined
const item = { id: 3, name: 'Air', code: 'temperature', unit: '°C', low: null, high: null, hidden: 0, calculation: null } as CollectItem
const lamp = { id: 4, name: 'Lamp', type: 'ordinary', relatedEquip: null, circuit: 1 } as DeviceSwitch
const unit = {
  unitId: 1,
  kind: 'company',
  parentId: null,
  name: 'North',
  code: null,
  areaId: null,
  leaderId: null,
  objectVersionNumber: 1,
} as Unit
const person = { userId: 2, realName: 'Lin', title: null, unitId: 1, leaderId: null, objectVersionNumber: 1 } as Staff
const branches = branchesOf({ units: [unit], staff: [person] })
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
const video = { videoId: 9, title: 'Harvest', enabledFlag: 0, objectVersionNumber: 1 } as PromoVideo
const forms: Record<string, { readonly form: ReactNode; readonly label: RegExp }> = {
  'a purchase application': {
    form: <DocumentForm kind={screens.kind} record={null} areaId={1} />,
    label: new RegExp(`^${documents.fields.title}`),
  },
  'the period of a device': {
    form: <PeriodDialog of={aDevice()} onClose={nothing} onSaved={nothing} />,
    label: new RegExp(devices.period.minutes),
  },
  'a kind of insect': {
    form: <KindForm of={null} onClose={nothing} onSaved={nothing} />,
    label: new RegExp(`^${insects.kinds.code}`),
  },
  'insects noted by hand': {
    form: <ObservationForm lampId={1} of={null} onClose={nothing} onSaved={nothing} />,
    label: new RegExp(`^${insects.head.quantity}`),
  },
  'a collect item': {
    form: <ItemForm item={item} onClose={nothing} onSaved={nothing} onTreated={nothing} siblings={[]} />,
    label: new RegExp(`^${devices.itemForm.name}`),
  },
  'a switch': {
    form: <SwitchForm of={lamp} areaId={1} onClose={nothing} onSaved={nothing} />,
    label: new RegExp(`^${devices.switchForm.name}`),
  },
  'the enterprise': { form: <CorporationForm newest={enterprise} />, label: new RegExp(`^${organization.corporation.fields.tenantName}`) },
  'a receiver of data': {
    form: <PushForm of={null} onClose={nothing} onSaved={nothing} />,
    label: new RegExp(`^${organization.dataPush.fields.name}`),
  },
  'a unit': {
    form: <UnitForm work={{ unit }} branches={branches} onDone={nothing} onClose={nothing} />,
    label: new RegExp(`^${organization.unit.fields.name}`),
  },
  'the place of a person': {
    form: <StaffForm person={person} branches={branches} onDone={nothing} onClose={nothing} />,
    label: new RegExp(`^${organization.unit.fields.staffTitle}`),
  },
  'an invitation': {
    form: <InviteForm onDone={nothing} onClose={nothing} />,
    label: new RegExp(`^${organization.user.invite.asked}`),
  },
  'a user': {
    form: <UserForm work={{ what: 'create' }} onDone={nothing} onClose={nothing} />,
    label: new RegExp(`^${organization.user.form.realName}`),
  },
  'an application': {
    form: <ApplicationDialog of={null} rows={[]} onClose={nothing} onMade={nothing} onChanged={nothing} />,
    label: new RegExp(`^${organization.application.name}`),
  },
  'a personal access token': {
    form: <TokenDialog rows={[]} onClose={nothing} onMade={nothing} />,
    label: new RegExp(`^${account.token.name}`),
  },
  'what a video is called': {
    form: <RenameVideo of={video} onClose={nothing} onSaved={nothing} />,
    label: new RegExp(`^${media.promoVideo.name}`),
  },
  'the tags of several pictures': {
    form: <ManyDialog what="tag" ids={[1, 2]} folders={[]} onClose={nothing} onDone={nothing} />,
    label: new RegExp(`^${media.library.addTags}`),
  },
  'the name of a role': {
    form: (
      <RoleNameDialog title="New" name="" saved="" save={() => new Promise(nothing)} onClose={nothing} onSaved={async () => undefined} />
    ),
    label: new RegExp(`^${organization.role.name}`),
  },
}

test.each(Object.entries(forms))('%s has what was typed into it after a session that expired', async (_, { form, label }) => {
  show(form)
  fireEvent.change(await screen.findByLabelText(label), { target: { value: '77' } })
  settleDrafts()
  cleanup()
  show(form)
  expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe('77')
})

test('every form of the console keeps its draft', () => {
  // What keeps one, or shares the draft of what it is a part of.
  const keeps = /useFormDraft|useFormWindow|useActWindow|useDraft|useDecision/
  // A password is kept nowhere, nor a code of a second factor. A filter and a page number stand in the address.
  // The window of a form is given the draft of the form in it, which is looked at.
  const none = new Set([
    'src/forms/ActWindow.tsx',
    'src/forms/FormWindow.tsx',
    'src/screens/account/PasswordForm.tsx',
    'src/screens/account/factor/ProofForm.tsx',
    // Of the editor of tours, which keeps all that is worked on.
    'src/screens/panoramas/editor/HotspotForm.tsx',
    // What a page writes in it, which keeps it, is looked at.
    'src/watch/WrittenForm.tsx',
    'src/ui/FilterBar.tsx',
    'src/ui/PageJump.tsx',
  ])
  const without = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    // The pages before a sign-in have no session that could expire.
    .filter((name) => name.endsWith('.tsx') && !name.startsWith('src/login/') && !none.has(name))
    .filter((name) => {
      const text = readFileSync(name, 'utf8')
      return /<form\b|component="form"|<(Form|Act)Window\b/.test(text) && !keeps.test(text)
    })
  expect(without).toEqual([])
})
