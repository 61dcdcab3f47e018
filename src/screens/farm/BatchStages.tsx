import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { fieldKinds, type InputProps } from '#src/crud/fieldKinds.tsx'

const Stages = fieldKinds.stages.Input

/** The stages of a batch; while there are none, it says where they come from. */
export function BatchStages(props: InputProps) {
  const { t } = useTranslation()
  const isEmpty = !Array.isArray(props.value) || props.value.length === 0
  return (
    <div>
      <Stages {...props} />
      {isEmpty && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('farm:batch.stagesHint')}
        </Typography>
      )}
    </div>
  )
}
