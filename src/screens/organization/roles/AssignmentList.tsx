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
import { type Assignment, ROLE_ASSIGN, roleCalls } from '#contract/organization/role'
import { userManageCalls } from '#contract/organization/user'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { GiveDialog } from './GiveDialog.tsx'

/** Reads anew what tells who has which role. */
export function useRereadAssignments(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const told = [roleCalls.assignments, roleCalls.page, userManageCalls.page]
    await Promise.all(told.map((of) => queries.invalidateQueries({ queryKey: queryKeyOf(of) })))
  }
}

/** Who has a role, or which roles a person has, and in which bases; each to be changed or taken away. */
export function AssignmentList({ of, none }: { of: { readonly roleId: number } | { readonly userId: number }; none: string }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const reread = useRereadAssignments()
  const mayAssign = usePermission(ROLE_ASSIGN) === true
  const held = useCall(roleCalls.assignments, { query: { ...of, page: 1, size: 0 } }, { staleTime: 0 })
  const [edited, setEdited] = useState<Assignment | null>(null)
  const ofRole = 'roleId' in of
  const nameOf = ({ realName, roleName }: Assignment) => (ofRole ? realName : roleName)

  const take = async ({ roleId, roleName, userId, realName, objectVersionNumber }: Assignment) => {
    const asked = {
      title: t('organization:role.takeTitle', { person: realName, name: roleName }),
      text: t('organization:role.takeText'),
      confirm: t('organization:role.take'),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    if (!isFailure(await call(roleCalls.unassign, { body: { roleId, userId, objectVersionNumber } })))
      toast('success', t('organization:role.taken'))
    await reread()
  }
  if (held.isError && !held.data)
    return <ErrorState title={t('organization:role.assignFailed')} error={held.error} onRetry={() => void held.refetch()} />
  if (!held.data) return <SkeletonList rows={2} height={40} />
  if (held.data.content.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{none}</Typography>
  return (
    <>
      <List disablePadding>
        {held.data.content.map((one) => (
          <ListItem key={ofRole ? one.userId : one.roleId} disableGutters divider sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {nameOf(one)}
                {ofRole && !one.enabled && ` · ${t('organization:role.disabled')}`}
              </Typography>
              <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
                {one.bases === null ? (
                  <Chip size="small" color="primary" variant="outlined" label={t('organization:role.everyBase')} />
                ) : (
                  [
                    ...one.companies.map(({ unitId, name }) => (
                      <Chip key={`company ${unitId}`} size="small" variant="outlined" label={name} />
                    )),
                    ...one.bases.map(({ areaId, areaName }) => (
                      <Chip key={areaId} size="small" label={areaName ?? t('organization:role.unseenBase')} />
                    )),
                  ]
                )}
              </Stack>
            </Box>
            {mayAssign && (
              <Stack direction="row">
                <Button
                  size="small"
                  disabled={!one.enabled}
                  aria-label={t('organization:role.changeOne', { name: nameOf(one) })}
                  onClick={() => setEdited(one)}
                >
                  {t('organization:role.change')}
                </Button>
                <Button
                  size="small"
                  color="error"
                  aria-label={t('organization:role.takeOne', { name: nameOf(one) })}
                  onClick={() => void take(one)}
                >
                  {t('organization:role.take')}
                </Button>
              </Stack>
            )}
          </ListItem>
        ))}
      </List>
      {edited !== null && (
        <GiveDialog
          role={{ roleId: edited.roleId, name: edited.roleName }}
          of={edited}
          onClose={() => {
            setEdited(null)
            void reread()
          }}
        />
      )}
    </>
  )
}
