import EditIcon from '@mui/icons-material/EditOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { definitionCalls, PROCESS_EDIT } from '#contract/approvals/definition'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Page } from '#src/ui/Page.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { FlowVersion } from '../FlowVersion.tsx'
import { FlowVersions } from '../FlowVersions.tsx'
import { useFlowPeople } from '../useFlowPeople.ts'

/** One version of a form's flow as a graph, with who would decide by it, and the versions beside it. */
export default function ProcessInfoPage() {
  const { t } = useTranslation()
  const go = useNavigate()
  const id = Number(/^\d{1,15}$/.exec(useParams()['id'] ?? '')?.[0] ?? 0)
  const people = useFlowPeople()
  const shown = useCall(definitionCalls.get, { params: { id } }, { staleTime: 0 })
  const formCode = shown.data?.formCode
  const versions = useCall(
    definitionCalls.page,
    { query: { ...(formCode ? { formCode } : {}), all: 1, page: 1, size: 0 } },
    { staleTime: 0, enabled: formCode !== undefined },
  )
  const title = formCode ? t(`approvals:form.${formCode}`) : t('approvals:process.info')
  return (
    <Page
      title={t('approvals:process.info')}
      windowTitle={title}
      lead={title}
      actions={
        <Permitted code={PROCESS_EDIT}>
          <Button startIcon={<CopyIcon />} component={Link} to={`/system/process/copy/${id}`}>
            {t('approvals:process.copy')}
          </Button>
          <Button variant="contained" startIcon={<EditIcon />} component={Link} to={`/system/process/edit/${id}`}>
            {t('approvals:definition.edit')}
          </Button>
        </Permitted>
      }
    >
      <QueryGate title={t('approvals:definition.listFailed')} query={shown} waiting={<SkeletonList rows={4} height={72} />}>
        {(definition) => (
          <Box
            sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}
          >
            <FlowVersion of={definition} people={people} />
            <FlowVersions list={versions.data?.content ?? []} shownId={id} onShow={(one) => void go(`/system/process/info/${one}`)} />
          </Box>
        )}
      </QueryGate>
    </Page>
  )
}
