/** Each is fetched on intent. */
export const loadStatusMenu = () => import('./status-menu').then(({ StatusMenu }) => StatusMenu);
export const loadPriorityMenu = () => import('./priority-menu').then(({ PriorityMenu }) => PriorityMenu);
export const loadDuePanel = () => import('@/components/ui/form/due-panel').then(({ DuePanel }) => DuePanel);
export const loadAssigneePanel = () => import('./assignee-panel').then(({ AssigneePanel }) => AssigneePanel);
export const loadCategoryMenu = () =>
  import('@/components/category/category-menu').then(({ CategoryMenu }) => CategoryMenu);
export const loadMilestoneMenu = () =>
  import('@/components/milestone/milestone-menu').then(({ MilestoneMenu }) => MilestoneMenu);
export const loadEstimatePanel = () => import('../detail/estimate-panel').then(({ EstimatePanel }) => EstimatePanel);
