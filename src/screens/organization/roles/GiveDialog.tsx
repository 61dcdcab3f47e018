import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Assignment, type Role, roleCalls } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { type Person, PersonSelect } from './PersonSelect.tsx'
import { isWhole, NO_PLACES, type Places, placesBody, PlacesField } from './PlacesField.tsx'

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
  const [person, setPerson] = useState<Person | null>(to)
  const [places, setPlaces] = useState<Places>(
    of === null ? NO_PLACES : { everyBase: of.bases === null, areaIds: of.named, companyIds: of.companies.map(({ unitId }) => unitId) },
  )
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ready = person !== null && isWhole(places)

  const save = async () => {
    if (!ready) return
    setSaving(true)
    const body = {
      roleId: role.roleId,
      userId: person.userId,
      ...placesBody(places),
      objectVersionNumber: of?.objectVersionNumber ?? null,
    }
    const answer = await call(roleCalls.assign, { body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return setFailure(reasonOf(answer))
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
        {to === null && <PersonSelect label={t('organization:role.person')} value={person} onChange={setPerson} />}
        <PlacesField
          value={places}
          onChange={setPlaces}
          known={of === null ? undefined : { bases: of.bases ?? [], companies: of.companies }}
        />
        {failure !== null && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
