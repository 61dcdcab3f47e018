import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { type Assignment, type Role, roleCalls } from '#contract/organization/role'
import { ORGANIZATION_READ, unitCalls } from '#contract/organization/unit'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { type Person, PersonSelect } from './PersonSelect.tsx'

const WIDTH = 480

/** Gives a role to somebody, or changes in which bases; that it is meant for every base has to be said. */
export function GiveDialog({
  role,
  of,
  to = of,
  onClose,
}: {
  role: Pick<Role, 'roleId' | 'name'>
  /** What is changed; null: it is given anew. */
  of: Assignment | null
  /** To whom, where that is known. */
  to?: Person | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [person, choose] = useState<Person | null>(to)
  const [everyBase, setEvery] = useState<boolean | null>(of === null ? null : of.bases === null)
  const [chosen, setChosen] = useState<readonly number[]>(of?.named ?? [])
  const [companies, setCompanies] = useState<readonly number[]>(of?.companies.map(({ unitId }) => unitId) ?? [])
  const [saving, setSaving] = useState(false)
  const [failure, fail] = useState<string | null>(null)
  const labelId = useId()
  const areas = useCall(areaCalls.page, { query: { page: 1, size: 0 } })
  const maySeeTree = usePermission(ORGANIZATION_READ) === true
  const tree = useCall(unitCalls.tree, {}, { enabled: maySeeTree })
  const companyNames = new Map([
    ...(of?.companies ?? []).map(({ unitId, name }) => [unitId, name] as const),
    ...(tree.data?.units ?? []).flatMap(({ unitId, kind, name }) => (kind === 'company' ? [[unitId, name] as const] : [])),
  ])
  const names = new Map([
    ...(of?.bases ?? []).map(({ areaId, areaName }) => [areaId, areaName ?? t('organization:role.unseenBase')] as const),
    ...(areas.data?.content ?? []).map(({ areaId, areaName }) => [areaId, areaName] as const),
  ])
  const ready = person !== null && everyBase !== null && (everyBase || chosen.length + companies.length > 0)

  const save = async () => {
    if (!ready) return
    setSaving(true)
    const body = {
      roleId: role.roleId,
      userId: person.userId,
      everyBase,
      areaIds: everyBase ? [] : [...chosen],
      companyIds: everyBase ? [] : [...companies],
      objectVersionNumber: of?.objectVersionNumber ?? null,
    }
    const answer = await call(roleCalls.assign, { body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return fail(reasonOf(answer))
    toast('success', t('organization:role.given'))
    onClose()
  }
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      width={WIDTH}
      title={
        to === null
          ? t('organization:role.giveTitle', { name: role.name })
          : t('organization:role.changeTitle', { name: role.name, person: to.realName })
      }
      actions={
        <>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button variant="contained" disabled={!ready} loading={saving} onClick={() => void save()}>
            {t('crud:save')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 0.5 }}>
        {to === null && <PersonSelect label={t('organization:role.person')} value={person} onChange={choose} />}
        <FormControl>
          <FormLabel id={labelId}>{t('organization:role.bases')}</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={everyBase === null ? '' : everyBase ? 'every' : 'some'}
            onChange={(_, value) => setEvery(value === 'every')}
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
            value={[...chosen]}
            onChange={(_, next) => setChosen(next)}
            noOptionsText={t('frame:empty.pageNoSearch')}
            renderInput={(params) => <TextField {...params} label={t('organization:role.whichBases')} />}
          />
        )}
        {everyBase === false && companyNames.size > 0 && (
          <Autocomplete
            multiple
            size="small"
            disableCloseOnSelect
            options={[...companyNames.keys()]}
            getOptionLabel={(id) => companyNames.get(id) ?? ''}
            value={[...companies]}
            onChange={(_, next) => setCompanies(next)}
            noOptionsText={t('frame:empty.pageNoSearch')}
            renderInput={(params) => <TextField {...params} label={t('organization:role.whichCompanies')} />}
          />
        )}
        {failure !== null && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
