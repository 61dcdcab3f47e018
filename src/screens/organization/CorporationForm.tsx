import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BRAND_PICTURES, type Corporation, CORPORATION_EDIT, corporationCalls, MOST_LICENCES } from '#contract/organization/corporation'
import { CONTACT_MAX } from '#contract/core/numbersOfLife'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { LANGUAGES, nameOfLanguage } from '#src/i18n/language.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

const LONGEST = {
  tenantName: 60,
  englishName: 120,
  creditCode: 18,
  legalPerson: 60,
  address: 200,
  contact: 60,
  phone: CONTACT_MAX,
  domain: 253,
  loginTitle: 60,
  copyright: 120,
} as const
type Typed = keyof typeof LONGEST
const FACTS: readonly Typed[] = ['tenantName', 'englishName', 'creditCode', 'legalPerson', 'contact', 'phone', 'address']
const WORDS: readonly Typed[] = ['domain', 'loginTitle', 'copyright']
const zones = Intl.supportedValuesOf('timeZone')

/** One form for all that an enterprise says of itself; who may not change it reads it there. */
export function CorporationForm({ newest }: { newest: Corporation }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const mayEdit = usePermission(CORPORATION_EDIT) === true
  const { setDirty } = useLeaveGuard()
  // What others save meanwhile is shown where nothing is being typed; else the save says so.
  const { found, keep, drop } = useDraft<Corporation>('corporation')
  const [brought, setBrought] = useState(found !== null)
  const [{ base, draft }, setDraft] = useState({ base: newest, draft: found ?? newest })
  const isDirty = draft !== base
  if (!isDirty && base !== newest) setDraft({ base: newest, draft: newest })
  const [saving, setSaving] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<{ text: string; isStale: boolean }>()
  useEffect(() => setDirty(isDirty, drop), [isDirty, setDirty, drop])

  const put = (given: Partial<Corporation>) => {
    keep({ ...draft, ...given })
    setDraft((before) => ({ ...before, draft: { ...before.draft, ...given } }))
  }
  const giveUp = () => {
    drop()
    setBrought(false)
    setDraft({ base: newest, draft: newest })
  }
  const orNull = (given: string | null) => (given === null || given.trim() === '' ? null : given.trim())
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    setSaving(true)
    setFields({})
    setFailure(undefined)
    const { tenantNum: _, ...typed } = draft
    const written = Object.fromEntries(
      [...FACTS, ...WORDS].map((name) => [name, name === 'tenantName' ? typed.tenantName : orNull(typed[name])]),
    )
    const answer = await call(corporationCalls.update, { body: { ...typed, ...written } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFields(answer.fields ?? {})
      if (Object.keys(answer.fields ?? {}).length === 0) setFailure({ text: reasonOf(answer), isStale: answer.status === 409 })
      return
    }
    queryClient.setQueryData(queryKeyOf(corporationCalls.get, {}), answer)
    drop()
    setBrought(false)
    setDraft({ base: answer, draft: answer })
    toast('success', t('organization:corporation.saved'))
  }

  const input = (name: Typed) => (
    <TextField
      key={name}
      fullWidth
      label={t(`organization:corporation.fields.${name}`)}
      value={draft[name] ?? ''}
      required={name === 'tenantName'}
      onChange={({ target }) => put({ [name]: target.value })}
      error={fields[name] !== undefined}
      helperText={fields[name] ?? (name === 'domain' ? t('organization:corporation.hints.domain') : undefined)}
      slotProps={{ htmlInput: { maxLength: LONGEST[name] }, input: { readOnly: !mayEdit } }}
    />
  )
  return (
    <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 2, maxWidth: 1080 }}>
      <DraftNote shown={brought} onDrop={giveUp} />
      <Section title={t('organization:corporation.facts')}>
        <Columns>
          {FACTS.map(input)}
          <TextField
            fullWidth
            label={t('organization:corporation.fields.tenantNum')}
            value={draft.tenantNum}
            slotProps={{ input: { readOnly: true } }}
          />
        </Columns>
      </Section>
      <Section title={t('organization:corporation.licencesTitle')}>
        <ImageInput
          label={t('organization:corporation.fields.licences')}
          max={MOST_LICENCES}
          value={draft.licences}
          disabled={!mayEdit}
          fault={fields['licences']}
          onChange={(licences) => put({ licences })}
        />
      </Section>
      <Section title={t('organization:corporation.brand')}>
        <SecondaryText sx={{ mb: 2 }}>{t('organization:corporation.brandLead')}</SecondaryText>
        <Columns>
          {WORDS.map(input)}
          {BRAND_PICTURES.map((name) => (
            <ImageInput
              key={name}
              kind="icon"
              label={t(`organization:corporation.fields.${name}`)}
              value={draft[name] === null ? [] : [draft[name]]}
              disabled={!mayEdit}
              fault={fields[name]}
              onChange={([url]) => put({ [name]: url ?? null })}
            />
          ))}
        </Columns>
      </Section>
      <Section title={t('organization:corporation.place')}>
        <Columns>
          <TextField
            select
            fullWidth
            label={t('organization:corporation.fields.defaultLanguage')}
            value={draft.defaultLanguage}
            onChange={({ target }) => put({ defaultLanguage: target.value as Corporation['defaultLanguage'] })}
            helperText={t('organization:corporation.hints.language')}
            slotProps={{ select: { readOnly: !mayEdit } }}
          >
            {LANGUAGES.map((one) => (
              <MenuItem key={one} value={one} lang={one}>
                {nameOfLanguage(one)}
              </MenuItem>
            ))}
          </TextField>
          <Autocomplete
            fullWidth
            disableClearable
            readOnly={!mayEdit}
            options={zones.includes(draft.timeZone) ? zones : [draft.timeZone, ...zones]}
            value={draft.timeZone}
            onChange={(_, timeZone) => put({ timeZone })}
            renderInput={(params) => (
              <TextField
                {...params}
                label={t('organization:corporation.fields.timeZone')}
                error={fields['timeZone'] !== undefined}
                helperText={fields['timeZone'] ?? t('organization:corporation.hints.zone')}
              />
            )}
          />
        </Columns>
      </Section>
      {failure !== undefined && (
        <Alert
          severity="error"
          action={
            failure.isStale && (
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  setFailure(undefined)
                  void queryClient.invalidateQueries({ queryKey: queryKeyOf(corporationCalls.get) })
                  giveUp()
                }}
              >
                {t('crud:reload')}
              </Button>
            )
          }
        >
          {failure.text}
        </Alert>
      )}
      {mayEdit && (
        <Stack direction="row" sx={{ gap: 1, pb: 2 }}>
          <Button type="submit" variant="contained" loading={saving} disabled={!isDirty}>
            {t('crud:save')}
          </Button>
          {isDirty && <Button onClick={giveUp}>{t('crud:cancel')}</Button>}
        </Stack>
      )}
    </Stack>
  )
}

const Columns = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>{children}</Box>
)
