import UndoIcon from '@mui/icons-material/UndoOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull, Posting } from '#contract/core/document'
import { useCall } from '#src/api/useCall.ts'
import { exactQuantity } from '#src/ui/exactText.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { moneyText } from '#src/ui/money.ts'
import { Section } from '#src/ui/Section.tsx'
import type { DocumentKind } from './arrangement.ts'

/** What was posted of a document, with the rows of the ledger that it wrote; one that stands can be taken back. */
export function Postings({ kind, of, onReverse }: { kind: DocumentKind; of: AnyDocumentFull; onReverse: (posting: Posting) => void }) {
  const { document } = kind
  const { t } = useTranslation()
  const query = useCall(document.calls.postings!, { params: { id: of.id } }, { staleTime: 0, placeholderData: (before) => before })
  const units = new Map(of.lines.map(({ id, stockUnit }) => [id, stockUnit]))
  if (of.progress === null) return null
  return (
    <Section title={t('documents:postings.title')}>
      <ListGate
        compact
        query={query}
        rows={2}
        height={44}
        none={
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('documents:postings.none')}
          </Typography>
        }
      >
        {(postings) => (
          <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {(postings as readonly Posting[]).map((posting) => (
              <Box component="li" key={posting.id}>
                <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                  <Chip
                    size="small"
                    variant="outlined"
                    color={posting.kind === 'post' ? 'default' : 'warning'}
                    label={t(
                      posting.reversedById === null
                        ? `documents:postings.kind.${posting.kind}`
                        : posting.kind === 'loss'
                          ? 'documents:postings.lossReversed'
                          : 'documents:postings.reversed',
                    )}
                  />
                  <Typography variant="body2">{momentText(posting.effectiveAt)}</Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1 }}>
                    {posting.userName}
                    {posting.at !== posting.effectiveAt && ` · ${t('documents:postings.written', { at: momentText(posting.at) })}`}
                    {posting.reason !== null && ` · ${posting.reason}`}
                  </Typography>
                  {posting.kind !== 'reverse' && posting.reversedById === null && of.actions.includes('reverse') && (
                    <Button size="small" startIcon={<UndoIcon />} onClick={() => onReverse(posting)}>
                      {t('documents:postings.reverse')}
                    </Button>
                  )}
                </Stack>
                <Entries of={posting} units={units} />
              </Box>
            ))}
          </Stack>
        )}
      </ListGate>
    </Section>
  )
}

function Entries({ of, units }: { of: Posting; units: ReadonlyMap<number, string | null> }) {
  const { t, i18n } = useTranslation()
  const signed = (quantity: string) => `${quantity.startsWith('-') ? '' : '+'}${exactQuantity(quantity, i18n.language)}`
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {of.entries.map((entry) => (
        <Typography component="li" variant="body2" key={entry.id} sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          {entry.productName}
          {' · '}
          {entry.storeName}
          {entry.lotNo !== null && ` · ${t('documents:postings.lot', { lot: entry.lotNo })}`}
          {' · '}
          {entry.kind !== 'revalue'
            ? `${signed(entry.quantity)} ${units.get(entry.lineId) ?? ''}`.trimEnd()
            : t('documents:postings.revalued')}
          {' · '}
          {moneyText(entry.value, i18n.language)}
        </Typography>
      ))}
    </Box>
  )
}
