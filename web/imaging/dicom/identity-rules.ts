/**
 * What of a file may be in a copy without the patient's data. The basic profile of PS3.15 annex
 * E lists what must go; this lists what may stay: what shows, places and measures the picture.
 * Everything else goes, standard or private, in sequences too. No free text is listed.
 */
export type IdentityRule = 'keep' | 'empty' | 'renew'

/** Elements that a valid file needs and that say who, when or by whom (type 2): kept without value. */
const emptied = [
  '00080020',
  '00080030',
  '00080050',
  '00080090',
  '00100010',
  '00100020',
  '00100030',
  '00100040',
  '00200010',
]

/** Identifiers that group the files of an examination: the same old one always gets the same new one. */
const renewed = ['00080018', '0020000d', '0020000e', '00200052', '00200200', '00209161', '00209164']

const kept = [
  // Character set, kind of image and modality; the codes of an anatomic region.
  ...['00080005', '00080008', '00080016', '00080060', '00080064', '00080100', '00080102', '00082218'],
  ...['00089007', '00089205', '00089206', '00089207', '00089208'],
  // How it was taken, in numbers and codes.
  ...[
    '00180015',
    '00180050',
    '00180060',
    '00180088',
    '00180090',
    '00181100',
    '00181110',
    '00181111',
    '00181114',
  ],
  ...[
    '00181120',
    '00181150',
    '00181151',
    '00181152',
    '00181164',
    '00181210',
    '00181508',
    '00181510',
    '00181511',
  ],
  ...['00182010', '00185100', '00185101', '00187020', '00187022', '00187030', '00187032', '00187034'],
  // Where it lies.
  ...[
    '00200011',
    '00200012',
    '00200013',
    '00200020',
    '00200032',
    '00200037',
    '00200060',
    '00200062',
    '00201041',
  ],
  ...[
    '00209056',
    '00209057',
    '00209071',
    '00209072',
    '00209111',
    '00209113',
    '00209116',
    '00209128',
    '00209156',
  ],
  ...['00209157', '00209162', '00209163', '00209165', '00209167', '00209221', '00209222', '00209228'],
  // What its pixels are and how they are shown; (0028,xxxx) has free text, identifiers and addresses too, which are not here.
  ...[
    '00280002',
    '00280004',
    '00280006',
    '00280008',
    '00280009',
    '00280010',
    '00280011',
    '00280030',
    '00280034',
  ],
  ...[
    '00280100',
    '00280101',
    '00280102',
    '00280103',
    '00280106',
    '00280107',
    '00280108',
    '00280109',
    '00280120',
  ],
  ...[
    '00280121',
    '00280300',
    '00280301',
    '00280a02',
    '00281040',
    '00281041',
    '00281050',
    '00281051',
    '00281052',
  ],
  ...['00281053', '00281054', '00281056', '00281101', '00281102', '00281103', '00281201', '00281202'],
  ...[
    '00281203',
    '00281221',
    '00281222',
    '00281223',
    '00282110',
    '00282112',
    '00282114',
    '00283000',
    '00283002',
  ],
  ...[
    '00283004',
    '00283006',
    '00283010',
    '00289110',
    '00289132',
    '00289145',
    '20500010',
    '20500020',
    '52009229',
  ],
  ...['52009230', '7fe00001', '7fe00002', '7fe00010'],
]

const rules = new Map<string, IdentityRule>([
  ...kept.map((name) => [`x${name}`, 'keep'] as const),
  ...emptied.map((name) => [`x${name}`, 'empty'] as const),
  ...renewed.map((name) => [`x${name}`, 'renew'] as const),
])

/** What becomes of an element, by its tag as dicom-parser spells it; nothing for what goes. */
export function identityRule(name: string): IdentityRule | undefined {
  return rules.get(name)
}
