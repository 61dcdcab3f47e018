import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatrixRow, Role } from '#contract/organization/role'
import { Modal } from '#src/ui/Modal.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { differences } from '#src/rights/matrix.ts'
import { useRoleWords } from '#src/rights/useRoleWords.ts'

const WIDTH = 720

/** Two roles side by side, where they differ. */
export function CompareDialog({
  role,
  roles,
  rows,
  onClose,
}: {
  role: Role
  roles: readonly Role[]
  rows: readonly MatrixRow[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const words = useRoleWords()
  const others = roles.filter(({ roleId }) => roleId !== role.roleId)
  const [otherId, setOtherId] = useState<number | null>(null)
  const other = others.find(({ roleId }) => roleId === otherId)
  const found = other ? differences(rows, role.codes, other.codes) : []
  const only = (row: MatrixRow, of: Role, codes: readonly string[]) =>
    codes.length > 0 && (
      <Typography variant="body2">
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('organization:role.compare.only', { name: of.name })}
        </Box>
        {` ${codes.map((code) => words.act(row, code)).join(t('organization:audit.and'))}`}
      </Typography>
    )
  return (
    <Modal open onClose={onClose} width={WIDTH} title={role.name}>
      <Stack sx={{ gap: 1.5, pt: 0.5 }}>
        <SelectField
          size="small"
          label={t('organization:role.compare.with')}
          value={otherId}
          words={others.map(({ roleId, name }) => [roleId, name])}
          onChange={setOtherId}
        />
        {other && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {found.length === 0
              ? t('organization:role.compare.same')
              : t('organization:role.compare.count', {
                  count: found.reduce((sum, { mine, theirs }) => sum + mine.length + theirs.length, 0),
                })}
          </Typography>
        )}
        {other &&
          found.map(({ row, mine, theirs }) => (
            <Box key={row.code} sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {words.page(row)}
              </Typography>
              {only(row, role, mine)}
              {only(row, other, theirs)}
            </Box>
          ))}
      </Stack>
    </Modal>
  )
}
