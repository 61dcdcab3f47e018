import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MatrixRow, type Role, roleCalls } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { countChanges, holds, isPattern, patternOf, toggled, writtenOut } from '#src/rights/matrix.ts'
import { type CellAt, RoleMatrix } from '#src/rights/RoleMatrix.tsx'
import { useRoleWords } from '#src/rights/useRoleWords.ts'

/** What a role lends, to be ticked and saved; `mayEdit` or else only looked at. */
export function RoleRights({
  role,
  rows,
  mayEdit,
  onRead,
}: {
  role: Role
  rows: readonly MatrixRow[]
  mayEdit: boolean
  /** Reads the role anew and answers it. */
  onRead: () => Promise<Role | undefined>
}) {
  const { t } = useTranslation()
  const words = useRoleWords()
  // What the ticks were begun on: what somebody else saves meanwhile is not overwritten unseen.
  const [base, setBase] = useState(role)
  const [codes, setCodes] = useState(role.codes)
  const [saving, setSaving] = useState(false)
  const guard = useLeaveGuard()
  const changes = countChanges(base.codes, codes)
  const begin = (from: Role) => {
    setBase(from)
    setCodes(from.codes)
  }
  if (changes === 0 && role.objectVersionNumber > base.objectVersionNumber) begin(role)
  const { setDirty } = guard
  useEffect(() => setDirty(changes > 0, () => setCodes(base.codes)), [setDirty, changes, base])
  const patterns = codes.filter(isPattern)

  const save = async () => {
    setSaving(true)
    const { roleId, name, objectVersionNumber } = base
    const answer = await call(roleCalls.update, { body: { roleId, name, codes, objectVersionNumber } })
    if (!isFailure(answer)) {
      toast('success', t('organization:role.saved'))
      begin(answer)
      await onRead()
    } else if (answer.code === 'error.version.stale') {
      // What was refused for another reason stays as it was ticked.
      toast('warning', t('organization:role.stale'))
      begin((await onRead()) ?? base)
    }
    setSaving(false)
  }
  const cell = ({ row, code, called, label }: CellAt) => {
    const pattern = patternOf(codes, code)
    const box = (
      <Checkbox
        size="small"
        disableRipple
        checked={holds(codes, code)}
        disabled={!mayEdit || pattern !== undefined}
        onChange={() => setCodes((held) => toggled(held, row, code))}
        slotProps={{ input: { 'aria-label': called } }}
      />
    )
    const told =
      label === null ? (
        <span>{box}</span>
      ) : (
        <FormControlLabel control={box} label={label} slotProps={{ typography: { variant: 'body2' } }} />
      )
    return pattern === undefined ? (
      told
    ) : (
      <Tooltip title={t('organization:role.byPattern', { pattern: words.pattern(pattern) })}>{told}</Tooltip>
    )
  }
  return (
    // What sticks to the edges of the page sticks through the card.
    <Box sx={{ '& > .MuiCard-root': { overflow: 'visible' } }}>
      <Section title={t('organization:role.rights')}>
        {patterns.length > 0 && (
          <Alert severity="info" icon={false} sx={{ mb: 1.5 }}>
            <Typography variant="body2">{t('organization:role.patterns')}</Typography>
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, my: 0.5 }}>
              {patterns.map((pattern) => (
                <Stack key={pattern} direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
                  <Chip size="small" label={words.pattern(pattern)} sx={{ maxWidth: '100%' }} />
                  {mayEdit && (
                    <>
                      <Button size="small" onClick={() => setCodes(writtenOut(codes, pattern, rows))}>
                        {t('organization:role.expand')}
                      </Button>
                      <Button
                        size="small"
                        aria-label={t('organization:role.dropPattern', { name: words.pattern(pattern) })}
                        onClick={() => setCodes(codes.filter((one) => one !== pattern))}
                      >
                        {t('organization:role.take')}
                      </Button>
                    </>
                  )}
                </Stack>
              ))}
            </Stack>
            {mayEdit && <Typography variant="caption">{t('organization:role.patternHint')}</Typography>}
          </Alert>
        )}
        <RoleMatrix rows={rows} cell={cell} label={t('organization:role.rights')} />
        {changes > 0 && (
          <Paper
            elevation={6}
            sx={{
              position: 'sticky',
              bottom: 8,
              zIndex: 3,
              mt: 1.5,
              px: 2,
              py: 1,
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
            }}
          >
            <Typography variant="body2" sx={{ flex: 1 }}>
              {t('organization:role.changes', { count: changes })}
            </Typography>
            <Button onClick={() => setCodes(base.codes)}>{t('organization:role.undo')}</Button>
            <Button variant="contained" loading={saving} onClick={() => void save()}>
              {t('organization:role.save')}
            </Button>
          </Paper>
        )}
      </Section>
    </Box>
  )
}
