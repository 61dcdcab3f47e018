import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { MAX_BRANCHES } from '#contract/flows/definition'
import type { StepOf } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'

const FEWEST = 2

/** The branches of what is done at the same time: one more, or one less with the steps in it. */
export function ParallelFields({ of, view: { editor, faults } }: { of: StepOf<'parallel'>; view: FlowView }) {
  const { t } = useTranslation()
  return (
    <Stack spacing={1}>
      {of.of.map((block, nth) => {
        const fault = faults.get(`${of.key}.of.${nth}`)
        const name = t('flows:editor.branch.nth', { number: nth + 1 })
        return (
          <Stack key={nth} direction="row" sx={{ alignItems: 'center', gap: 1 }}>
            <div>
              <Typography variant="body2">
                {t('crud:pair', { one: name, two: t('flows:editor.branch.steps', { count: block.length }) })}
              </Typography>
              {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
            </div>
            <Button
              size="small"
              color="error"
              startIcon={<DeleteIcon />}
              disabled={of.of.length <= FEWEST}
              aria-label={t('crud:pair', { one: t('crud:delete'), two: name })}
              onClick={() => editor.putStep({ ...of, of: of.of.toSpliced(nth, 1) })}
              sx={{ ml: 'auto', minHeight: 40 }}
            >
              {t('crud:delete')}
            </Button>
          </Stack>
        )
      })}
      <Button
        startIcon={<AddIcon />}
        disabled={of.of.length >= MAX_BRANCHES}
        onClick={() => editor.putStep({ ...of, of: [...of.of, []] })}
        sx={{ alignSelf: 'flex-start', minHeight: 40 }}
      >
        {t('flows:editor.branch.add')}
      </Button>
    </Stack>
  )
}
