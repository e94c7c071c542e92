import { expect, it } from 'vitest'
import { comparable } from './comparable.ts'

const study = (id: string, file_url: string | null, kind?: string | null) => ({
  id,
  file_url,
  study_previews: kind === undefined ? null : ({ kind } as never),
})

it('offers what can be opened here, in its order, without what is seen already', () => {
  const studies = [
    study('seen', 'p/1/a.dcm', 'volume'),
    study('volume', 'p/2/a.zip', 'volume'),
    study('never looked into', 'p/3/a.zip'),
    study('link', 'https://example.com/a'),
    study('nothing', null),
    study('document', 'p/4/a.pdf', 'document'),
    study('unreadable', 'p/5/a.dcm', null),
    study('photo', 'p/6/a.jpg', 'photo'),
  ]
  expect(comparable(studies, ['seen']).map(({ id }) => id)).toEqual(['volume', 'never looked into', 'photo'])
})
