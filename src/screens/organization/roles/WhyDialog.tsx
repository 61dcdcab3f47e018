import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import OffIcon from '@mui/icons-material/RemoveCircleOutlineOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explainCalls } from '#contract/organization/explain'
import type { MatrixRow } from '#contract/organization/role'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { type Person, PersonSelect } from './PersonSelect.tsx'
import { type CellAt, RoleMatrix } from '#src/rights/RoleMatrix.tsx'
import { WhyText } from './WhyText.tsx'

const WIDTH = 1080

/** What somebody may open and do, and of each page and button why. */
export function WhyDialog({ rows, of = null, onClose }: { rows: readonly MatrixRow[]; of?: Person | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [person, setPerson] = useState<Person | null>(of)
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('organization:role.why.title')}>
      <Stack sx={{ gap: 1.5, pt: 0.5, minHeight: 360 }}>
        <SecondaryText>{t('organization:role.why.pick')}</SecondaryText>
        <PersonSelect label={t('organization:role.why.person')} value={person} onChange={setPerson} />
        {person !== null && <Explained key={person.userId} userId={person.userId} rows={rows} />}
      </Stack>
    </Modal>
  )
}

function Explained({ userId, rows }: { userId: number; rows: readonly MatrixRow[] }) {
  const { t } = useTranslation()
  const read = useCall(explainCalls.user, { query: { userId } }, { staleTime: 0 })
  const [asked, setAsked] = useState<{ readonly at: CellAt; readonly anchor: HTMLElement } | null>(null)
  if (read.isError && !read.data)
    return <ErrorState title={t('organization:role.why.failed')} error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonList rows={6} height={32} />
  const said = new Map(read.data.codes.map((one) => [one.code, one]))
  const cell = (at: CellAt) => {
    const allowed = said.get(at.code)?.allowed === true
    const state = t(allowed ? 'organization:role.why.yes' : 'organization:role.why.no')
    const called = `${at.called}, ${state}`
    const icon = allowed ? <CheckIcon fontSize="small" color="success" /> : <OffIcon fontSize="small" color="disabled" />
    const open = (anchor: HTMLElement) => setAsked({ at, anchor })
    return at.label === null ? (
      <IconButton size="small" aria-label={called} onClick={({ currentTarget }) => open(currentTarget)}>
        {icon}
      </IconButton>
    ) : (
      <Button size="small" color="inherit" startIcon={icon} aria-label={called} onClick={({ currentTarget }) => open(currentTarget)}>
        {at.label}
      </Button>
    )
  }
  const { roles } = read.data
  return (
    <>
      {read.data.novice && <Alert severity="warning">{t('organization:role.why.novice')}</Alert>}
      {!read.data.enabled && <Alert severity="warning">{t('organization:role.why.disabled', { person: read.data.realName })}</Alert>}
      {read.data.lacksFactor && <Alert severity="warning">{t('organization:role.why.lacksFactor', { person: read.data.realName })}</Alert>}
      <Typography variant="body2">
        {roles.length === 0
          ? t('organization:role.why.noRole', { person: read.data.realName })
          : t('organization:role.why.roles', { roles: roles.map(({ name }) => name).join(t('organization:audit.and')) })}
      </Typography>
      <RoleMatrix rows={rows} cell={cell} label={t('organization:role.why.title')} />
      <Popover
        open={asked !== null}
        anchorEl={asked?.anchor ?? null}
        onClose={() => setAsked(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        {asked !== null && <WhyText of={read.data} said={said.get(asked.at.code)} called={asked.at.called} />}
      </Popover>
    </>
  )
}
