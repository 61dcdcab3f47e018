import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '#contract/core/columns'
import { ORGANIZATION_EXPORT, unitCalls } from '#contract/organization/unit'
import { useCall } from '#src/api/useCall.ts'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSession } from '#src/session/session.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Page } from '#src/ui/Page.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { branchesOf } from './tree/branches.ts'
import { OrganizationTree } from './tree/OrganizationTree.tsx'

/** The tree of the enterprise: companies, bases, departments and who works in them. */
export default function OrganizationPage() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const tree = useCall(unitCalls.tree, {}, { staleTime: 0 })
  const branches = useMemo(() => (tree.data ? branchesOf({ units: tree.data.units, staff: rowsOf(tree.data.staff) }) : null), [tree.data])
  const download = () =>
    downloadFile({
      fileUrl: unitCalls.export.path.replace('{t}', String(tenantId)),
      fileName: `${t('organization:unit.title')}.xlsx`,
    })
  return (
    <Page
      title={t('organization:unit.title')}
      lead={t('organization:unit.lead')}
      actions={
        <Permitted code={ORGANIZATION_EXPORT}>
          <Button startIcon={<DownloadIcon />} onClick={() => void download()}>
            {t('crud:export')}
          </Button>
        </Permitted>
      }
    >
      <QueryGate
        title={t('organization:unit.failed')}
        query={{ ...tree, data: branches ?? undefined }}
        waiting={<SkeletonList rows={8} height={40} />}
      >
        {(found) => <OrganizationTree branches={found} />}
      </QueryGate>
    </Page>
  )
}
