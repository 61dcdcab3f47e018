import Stack from '@mui/material/Stack'
import type { AnyDocumentFull } from '#contract/core/document'
import { FileButton } from '#src/files/FileButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import type { DocumentKind } from './arrangement.ts'
import { useDocumentWords } from './useDocumentWords.ts'

/** The files of a document, each to be downloaded; nothing where it has none. */
export function AttachmentList({ kind, of: { attachments } }: { kind: DocumentKind; of: AnyDocumentFull }) {
  const words = useDocumentWords(kind.document)
  if (attachments.length === 0) return null
  return (
    <Section title={words.label('attachments')}>
      <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none', alignItems: 'flex-start' }}>
        {attachments.map((file) => (
          <li key={file.id}>
            <FileButton file={file} />
          </li>
        ))}
      </Stack>
    </Section>
  )
}
