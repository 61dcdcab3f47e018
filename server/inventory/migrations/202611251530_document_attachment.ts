/** A document names the files that belong to it. Which are used is said in `file_use`, so that they are not swept. */
export const id = '202611251530_document_attachment'

export const up = () => `
alter table document add column attachments jsonb not null default '[]';
comment on column document.attachments is 'files of the document, in their order: id and name, so that the trail can say which';
`
