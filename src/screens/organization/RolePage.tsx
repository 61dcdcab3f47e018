import HelpIcon from '@mui/icons-material/HelpOutlined'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { ROLE_CREATE, type Role, roleCalls } from '#contract/organization/role'
import { call } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { AddButton } from '#src/ui/AddButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { RoleDesk } from './roles/RoleDesk.tsx'
import { RoleNameDialog } from './roles/RoleNameDialog.tsx'
import { WhyDialog } from './roles/WhyDialog.tsx'

/** Roles: what each lends, who has it, and why somebody sees a page or does not. */
export default function RolePage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [address, setAddress] = useSearchParams()
  const [isMaking, setMaking] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const roles = useCall(roleCalls.page, { query: { page: 1, size: 0 } }, { staleTime: 0 })
  const matrix = useCall(roleCalls.matrix, {}, { staleTime: Number.POSITIVE_INFINITY })
  const list = roles.data?.content ?? []
  const chosen = list.find(({ roleId }) => String(roleId) === address.get('role')) ?? list[0]
  const choose = (roleId: number) => setAddress({ role: String(roleId) }, { replace: true })
  const reread = async (): Promise<readonly Role[]> => {
    await queries.invalidateQueries({ queryKey: queryKeyOf(roleCalls.assignments) })
    return (await roles.refetch()).data?.content ?? []
  }
  const failed = [roles, matrix].find((query) => query.isError && !query.data)
  return (
    <Page
      title={t('organization:role.title')}
      lead={t('organization:role.lead')}
      actions={
        <>
          <Button startIcon={<HelpIcon />} disabled={!matrix.data} onClick={() => setAsking(true)}>
            {t('organization:role.why.open')}
          </Button>
          <Permitted code={ROLE_CREATE}>
            <AddButton onClick={() => setMaking(true)}>{t('organization:role.add')}</AddButton>
          </Permitted>
        </>
      }
    >
      {failed ? (
        <ErrorState title={t('organization:role.failed')} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !roles.data || !matrix.data ? (
        <SkeletonList rows={8} height={40} />
      ) : chosen ? (
        <RoleDesk role={chosen} roles={list} rows={matrix.data} onChoose={choose} onRead={reread} />
      ) : (
        <EmptyState variant="noData" title={t('organization:role.none')} text={t('organization:role.noneHint')} />
      )}
      {isAsking && matrix.data && <WhyDialog rows={matrix.data} onClose={() => setAsking(false)} />}
      {isMaking && (
        <RoleNameDialog
          title={t('organization:role.add')}
          name=""
          saved={t('organization:role.made')}
          save={(name) => call(roleCalls.create, { body: { name, codes: [] } }, { quiet: true })}
          onClose={() => setMaking(false)}
          onSaved={async ({ roleId }) => {
            await reread()
            choose(roleId)
            setMaking(false)
          }}
        />
      )}
    </Page>
  )
}
