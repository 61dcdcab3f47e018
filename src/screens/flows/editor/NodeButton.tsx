import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import type { SxProps, Theme } from '@mui/material/styles'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import FilterIcon from '@mui/icons-material/FilterAltOutlined'
import { ONLY } from './draft/flowDraft.ts'
import { findStep } from './draft/steps.ts'
import { STEP_PICTURES, TRIGGER_PICTURES } from './pictures.ts'
import type { FlowView } from './view.ts'
import { describeChecks, describeStep, describeTrigger } from './words.ts'

interface Said {
  /** What kind of part it is. */
  readonly kind: string
  /** What it does. */
  readonly says: string
  readonly Picture: ComponentType<SvgIconProps>
}

/** A trigger, a step or what must be so at the start, in words. */
export function sayNode(key: string, { editor: { draft }, words }: Pick<FlowView, 'editor' | 'words'>): Said | null {
  const { t } = words
  if (key === ONLY)
    return {
      kind: t('flows:editor.only'),
      says: draft.only === null ? t('flows:editor.onlyNone') : describeChecks(draft.only, words),
      Picture: FilterIcon,
    }
  const trigger = draft.triggers.find((one) => one.key === key)
  if (trigger)
    return {
      kind: t(`flows:editor.trigger.${trigger.kind}`),
      says: describeTrigger(trigger, words),
      Picture: TRIGGER_PICTURES[trigger.kind],
    }
  const step = findStep(draft.steps, key)?.step
  return step ? { kind: t(`flows:editor.step.${step.kind}`), says: describeStep(step, words), Picture: STEP_PICTURES[step.kind] } : null
}

/** A node as a button that selects it: its picture, its kind, its words, and whether something is wrong with it or still missing. */
export function NodeButton({ of, view, lines, sx }: { of: string; view: FlowView; lines: number; sx?: SxProps<Theme> }) {
  const { t } = useTranslation()
  const said = sayNode(of, view)
  if (said === null) return null
  const { kind, says, Picture } = said
  const isFaulty = view.faulty.has(of)
  const open = view.open.filter(({ node }) => node === of).map(({ what }) => t(`flows:editor.open.${what}`))
  const mark = isFaulty ? t('flows:editor.faulty') : open.join(t('alarms:say.comma'))
  const isSelected = view.editor.selected === of
  return (
    <ButtonBase
      data-node={of}
      className="nodrag nopan"
      aria-pressed={isSelected}
      aria-label={[t('crud:pair', { one: kind, two: says }), ...(mark === '' ? [] : [mark])].join(t('alarms:say.comma'))}
      title={mark === '' ? says : `${says}\n${mark}`}
      onClick={() => view.editor.select(isSelected ? null : of)}
      sx={[
        {
          pointerEvents: 'all',
          justifyContent: 'flex-start',
          alignItems: 'flex-start',
          textAlign: 'left',
          gap: 1,
          px: 1.25,
          py: 1,
          border: 1,
          borderRadius: 1,
          borderColor: isFaulty ? 'error.main' : isSelected ? 'primary.main' : 'divider',
          bgcolor: 'background.paper',
          ...(isSelected ? { boxShadow: (theme: Theme) => `0 0 0 2px ${theme.vars?.palette.primary.main ?? ''}` } : {}),
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid', outlineOffset: 2 },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <Picture fontSize="small" sx={{ color: 'text.secondary', mt: 0.25 }} />
      <Stack component="span" sx={{ minWidth: 0, flex: 1 }}>
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary', lineHeight: 1.3 }} noWrap>
          {kind}
        </Typography>{' '}
        <Typography
          component="span"
          variant="body2"
          sx={{
            overflow: 'hidden',
            overflowWrap: 'anywhere',
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: String(lines),
            lineHeight: 1.35,
          }}
        >
          {says}
        </Typography>
      </Stack>
      {isFaulty ? (
        <ErrorIcon fontSize="small" color="error" />
      ) : (
        open.length > 0 && <WarningIcon fontSize="small" sx={{ color: 'warning.main' }} />
      )}
    </ButtonBase>
  )
}
