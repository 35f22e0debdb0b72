import type { BadgeTone } from '@/components/ui/badge';
import type { UpdateHealth } from '@/lib/project-update/vocabulary';

export const UPDATE_TONE: Record<UpdateHealth, BadgeTone> = { on_track: 'ok', at_risk: 'warn', off_track: 'danger' };
