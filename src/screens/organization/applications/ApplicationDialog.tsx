import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import {
  type Application,
  APPLICATION_DESCRIPTION_MAX,
  APPLICATION_NAME_MAX,
  applicationCalls,
  type NewSecret,
  PACE,
} from '#contract/organization/application'
import type { MatrixRow } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { ScopeMatrix } from '#src/rights/ScopeMatrix.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { Dates } from '#src/ui/Dates.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const WIDTH = 960

const begun = (of: Application | null) => ({
  name: of?.name ?? '',
  description: of?.description ?? '',
  enabledFlag: of?.enabledFlag ?? 1,
  scopes: of?.scopes ?? [],
  everyBase: of === null ? null : of.bases === null,
  areaIds: of?.bases?.map(({ areaId }) => areaId) ?? [],
  perMinute: String(of?.perMinute ?? PACE.usual),
  expiresAt: of?.expiresAt ?? null,
})
const isPace = (typed: string) => /^\d{1,4}$/.test(typed) && Number(typed) >= PACE.least && Number(typed) <= PACE.most

/** Makes an application, or changes what it may do. */
export function ApplicationDialog({
  of,
  rows,
  onClose,
  onMade,
  onChanged,
}: {
  of: Application | null
  rows: readonly MatrixRow[]
  onClose: () => void
  onMade: (made: NewSecret) => void
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const { value, brought, change, undo, drop } = useDraftState(`application ${of?.applicationId ?? 'new'}`, begun(of))
  const [saving, setSaving] = useState(false)
  const [failure, fail] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const labelId = useId()
  const areas = useCall(areaCalls.page, { query: { page: 1, size: 0 } })
  const names = new Map([
    ...(of?.bases ?? []).map(({ areaId, areaName }) => [areaId, areaName ?? t('organization:role.unseenBase')] as const),
    ...(areas.data?.content ?? []).map(({ areaId, areaName }) => [areaId, areaName] as const),
  ])
  const put = (changes: Partial<typeof value>) => {
    change({ ...value, ...changes })
    setFaults({})
    fail(null)
  }
  const close = () => {
    drop()
    onClose()
  }
  const { everyBase } = value
  const ready =
    value.name.trim() !== '' &&
    value.scopes.length > 0 &&
    everyBase !== null &&
    (everyBase || value.areaIds.length > 0) &&
    isPace(value.perMinute)

  const save = async () => {
    if (!ready) return
    setSaving(true)
    const body = { ...value, everyBase, areaIds: everyBase ? [] : value.areaIds, perMinute: Number(value.perMinute) }
    const answer =
      of === null
        ? await call(applicationCalls.create, { body }, { quiet: true })
        : await call(
            applicationCalls.update,
            { body: { ...body, applicationId: of.applicationId, objectVersionNumber: of.objectVersionNumber } },
            { quiet: true },
          )
    setSaving(false)
    if (isFailure(answer)) {
      setFaults(answer.fields ?? {})
      fail(reasonOf(answer))
      if (answer.code === 'error.version.stale') onChanged()
      return
    }
    close()
    if ('secret' in answer) onMade(answer)
    else {
      toast('success', t('organization:application.saved'))
      onChanged()
    }
  }
  const faultOf = (name: string) => ({ error: faults[name] !== undefined, helperText: faults[name] })
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={WIDTH}
      title={of === null ? t('organization:application.add') : t('organization:application.editTitle', { name: of.name })}
      actions={
        <>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button variant="contained" disabled={!ready} loading={saving} onClick={() => void save()}>
            {t('crud:save')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 0.5 }}>
        <DraftNote shown={brought} onDrop={undo} />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          <TextField
            size="small"
            required
            sx={{ flex: 2 }}
            label={t('organization:application.name')}
            value={value.name}
            onChange={({ target }) => put({ name: target.value })}
            slotProps={{ htmlInput: { maxLength: APPLICATION_NAME_MAX } }}
            {...faultOf('name')}
          />
          <TextField
            size="small"
            required
            sx={{ flex: 1 }}
            label={t('organization:application.perMinute')}
            value={value.perMinute}
            onChange={({ target }) => put({ perMinute: target.value })}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
            error={!isPace(value.perMinute)}
            helperText={isPace(value.perMinute) ? undefined : t('organization:application.paceRule', PACE)}
          />
          <Dates>
            <DatePicker
              label={t('organization:application.expiresAt')}
              format="YYYY-MM-DD"
              value={value.expiresAt === null ? null : dayjs(value.expiresAt)}
              onChange={(at) => put({ expiresAt: at?.isValid() ? at.endOf('day').valueOf() : null })}
              sx={{ flex: 1 }}
              slotProps={{
                textField: { size: 'small', helperText: t('organization:application.expiresHint') },
                field: { clearable: true },
              }}
            />
          </Dates>
        </Stack>
        <TextField
          size="small"
          multiline
          label={t('organization:application.description')}
          value={value.description}
          onChange={({ target }) => put({ description: target.value })}
          slotProps={{ htmlInput: { maxLength: APPLICATION_DESCRIPTION_MAX } }}
          {...faultOf('description')}
        />
        <FormControlLabel
          control={<Switch checked={value.enabledFlag === 1} onChange={(_, on) => put({ enabledFlag: on ? 1 : 0 })} />}
          label={t('organization:application.enabled')}
        />
        <FormControl>
          <FormLabel id={labelId}>{t('organization:role.bases')}</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={everyBase === null ? '' : everyBase ? 'every' : 'some'}
            onChange={(_, chosen) => put({ everyBase: chosen === 'every' })}
          >
            <FormControlLabel value="every" control={<Radio size="small" />} label={t('organization:role.everyBase')} />
            <FormControlLabel value="some" control={<Radio size="small" />} label={t('organization:role.someBases')} />
          </RadioGroup>
        </FormControl>
        {everyBase === false && (
          <Autocomplete
            multiple
            size="small"
            disableCloseOnSelect
            options={[...names.keys()]}
            getOptionLabel={(id) => names.get(id) ?? ''}
            value={value.areaIds}
            onChange={(_, next) => put({ areaIds: next })}
            noOptionsText={t('frame:empty.pageNoSearch')}
            renderInput={(params) => <TextField {...params} label={t('organization:role.whichBases')} />}
          />
        )}
        <Typography variant="h3">{t('organization:application.scopes')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('organization:application.scopesHint')}
        </Typography>
        <ScopeMatrix rows={rows} codes={value.scopes} label={t('organization:application.scopes')} onChange={(scopes) => put({ scopes })} />
        {failure !== null && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
