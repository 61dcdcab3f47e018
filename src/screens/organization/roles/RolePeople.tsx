import AddIcon from '@mui/icons-material/PersonAddAlt'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Assignment, ROLE_ASSIGN, type Role, roleCalls } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { GiveDialog } from './GiveDialog.tsx'

/** Who has a role, and in which bases. */
export function RolePeople({ role }: { role: Role }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queries = useQueryClient()
  const mayAssign = usePermission(ROLE_ASSIGN) === true
  const held = useCall(roleCalls.assignments, { query: { roleId: role.roleId, page: 1, size: 0 } }, { staleTime: 0 })
  const [edited, edit] = useState<Assignment | 'new' | null>(null)
  const reread = async () => {
    await Promise.all([roleCalls.assignments, roleCalls.page].map((of) => queries.invalidateQueries({ queryKey: queryKeyOf(of) })))
  }
  const take = async ({ roleId, userId, realName, objectVersionNumber }: Assignment) => {
    const asked = {
      title: t('organization:role.takeTitle', { person: realName, name: role.name }),
      text: t('organization:role.takeText'),
      confirm: t('organization:role.take'),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    if (!isFailure(await call(roleCalls.unassign, { body: { roleId, userId, objectVersionNumber } })))
      toast('success', t('organization:role.taken'))
    await reread()
  }
  return (
    <Section
      title={t('organization:role.peopleTitle')}
      aside={
        mayAssign && (
          <Button size="small" startIcon={<AddIcon />} onClick={() => edit('new')}>
            {t('organization:role.give')}
          </Button>
        )
      }
    >
      {held.isError && !held.data ? (
        <ErrorState title={t('organization:role.assignFailed')} error={held.error} onRetry={() => void held.refetch()} />
      ) : !held.data ? (
        <SkeletonList rows={2} height={40} />
      ) : held.data.content.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('organization:role.nobody')}</Typography>
      ) : (
        <List disablePadding>
          {held.data.content.map((one) => (
            <ListItem key={one.userId} disableGutters divider sx={{ flexWrap: 'wrap', gap: 1 }}>
              <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
                <Typography variant="body2" sx={{ fontWeight: 600 }}>
                  {one.realName}
                  {!one.enabled && ` · ${t('organization:role.disabled')}`}
                </Typography>
                <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
                  {one.bases === null ? (
                    <Chip size="small" color="primary" variant="outlined" label={t('organization:role.everyBase')} />
                  ) : (
                    one.bases.map(({ areaId, areaName }) => (
                      <Chip key={areaId} size="small" label={areaName ?? t('organization:role.unseenBase')} />
                    ))
                  )}
                </Stack>
              </Box>
              {mayAssign && (
                <Stack direction="row">
                  <Button
                    size="small"
                    disabled={!one.enabled}
                    aria-label={t('organization:role.changeOne', { person: one.realName })}
                    onClick={() => edit(one)}
                  >
                    {t('organization:role.change')}
                  </Button>
                  <Button
                    size="small"
                    color="error"
                    aria-label={t('organization:role.takeOne', { person: one.realName })}
                    onClick={() => void take(one)}
                  >
                    {t('organization:role.take')}
                  </Button>
                </Stack>
              )}
            </ListItem>
          ))}
        </List>
      )}
      {edited !== null && (
        <GiveDialog
          role={role}
          of={edited === 'new' ? null : edited}
          onClose={() => {
            edit(null)
            void reread()
          }}
        />
      )}
    </Section>
  )
}
